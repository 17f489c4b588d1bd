// The declarations of the tools: the same for every caller, in every state.
import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server'
import type { ActInput } from './act.ts'
import type { Declared } from './arguments.ts'
import { LONGEST_URL } from './location.ts'
import type { OpenInput } from './open.ts'

// What is compared with each link or action of a representation, or with the names of the whole API, is short.
const LONGEST_NAME = 2048
const LONGEST_QUERY = 200

const URL_OF_RESULT: JsonSchemaType = {
  type: 'string', maxLength: LONGEST_URL, description: 'A path, as results contain it.'
}

const LIST: JsonSchemaType = { type: 'array', items: { type: 'object' } }

const POSSIBLE: JsonSchemaType = {
  type: 'object',
  description: 'What is possible now, where the result is no resource. Open the URL for inputs that are not here.',
  properties: { url: { type: ['string', 'null'] }, links: LIST, actions: LIST }
}

// Of resources, responses without content, and failures: some clients validate failed results too.
const RESULT = fromJsonSchema<Record<string, unknown>>({
  type: 'object',
  properties: {
    status: { type: 'integer', description: 'The HTTP status of the response.' },
    etag: { type: 'string', description: 'Identifies this state of the resource: pass it to act.' },
    url: { type: ['string', 'null'], description: 'The URL of the resource.' },
    data: { description: 'The members of the resource; of a failure, its current ones.' },
    links: { ...LIST, description: 'Follow them with open.' },
    actions: { ...LIST, description: 'What is possible now: perform it with act.' },
    embedded: {
      type: 'object',
      description: 'Embedded resources, by relation: the rows of a list.',
      additionalProperties: LIST
    },
    rowLinks: {
      type: 'object', description: 'By relation: links that each row has, beside its own.', additionalProperties: LIST
    },
    rowActions: {
      type: 'object',
      description: 'By relation: the names of the actions that a row without the member actions offers now.',
      additionalProperties: { type: 'array', items: { type: 'string' } }
    },
    embeddedActions: {
      ...LIST,
      description: 'The actions of embedded resources, each once. For one without an inputSchema, open the resource.'
    },
    possible: POSSIBLE,
    error: { description: 'Why the call failed.' },
    parameters: { ...LIST, description: 'What the query of the rejected request allows.' },
    hint: { type: 'string' }
  },
  additionalProperties: false
})

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }

/** The arguments of the tools, by name. */
export const ARGUMENTS = {
  open: {
    properties: {
      url: URL_OF_RESULT,
      relation: { type: 'string', maxLength: LONGEST_NAME },
      variables: { type: 'object', description: 'Values of the variables of the link, by name.' }
    },
    required: []
  },
  act: {
    properties: {
      url: URL_OF_RESULT,
      action: { type: 'string', maxLength: LONGEST_NAME },
      input: { type: 'object', description: 'As the inputSchema of the action describes it.' },
      etag: {
        type: 'string', description: 'Of the result that the action is based on: it fails if the resource has changed.'
      }
    },
    required: ['url', 'action']
  },
  find: {
    properties: {
      query: {
        type: 'string', maxLength: LONGEST_QUERY, description: 'Words of what you look for. Without it: all types.'
      }
    },
    required: []
  }
} satisfies Declared

/** Returns the input schema of a tool. */
function inputOf<T> ({ properties, required }: Declared[string]) {
  return fromJsonSchema<T>({
    type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false
  } as JsonSchemaType)
}

export const OPEN = {
  title: 'Open a resource',
  description: 'Reads a resource: its data, links, and the actions that are possible now, with the JSON schemas of ' +
    'their inputs. Without arguments it opens the entry point. With a relation it follows that link of the resource ' +
    'at the URL, or of the entry point: a collection, or one item, such as the relation order with the variable id.',
  inputSchema: inputOf<OpenInput>(ARGUMENTS.open),
  outputSchema: RESULT,
  annotations: READS
}

export const ACT = {
  title: 'Perform an action',
  description: 'Performs an action that a result listed for the resource at the URL. ' +
    'If it is rejected, the result has the reason, the current data, and what is possible instead.',
  inputSchema: inputOf<ActInput>(ARGUMENTS.act),
  outputSchema: RESULT,
  annotations: WRITES
}

export const FIND = {
  title: 'Find out what the API offers',
  description: 'Lists the resource types, relations and actions of the API that match words, best match first, ' +
    'for any caller in any state.',
  inputSchema: inputOf<{ query?: string }>(ARGUMENTS.find),
  outputSchema: fromJsonSchema<Record<string, unknown>>({
    type: 'object',
    properties: {
      entryPoint: { type: 'string', description: 'The URL that open without arguments opens.' },
      types: LIST,
      omitted: { type: 'integer', description: 'How many matches are omitted: use other words.' }
    },
    required: ['entryPoint', 'types'],
    additionalProperties: false
  }),
  annotations: READS
}
