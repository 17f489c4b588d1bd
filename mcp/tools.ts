// The declarations of the tools: the same for every caller, in every state.
import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server'
import type { ActInput } from './act.ts'
import { LONGEST_URL } from './location.ts'
import type { OpenInput } from './open.ts'

// What is compared with each link or action of a representation, or with the names of the whole API, is short.
const LONGEST_NAME = 2048
const LONGEST_QUERY = 200

const URL_OF_RESULT: JsonSchemaType = {
  type: 'string', maxLength: LONGEST_URL, description: 'A URL of this API, as results contain it: a path.'
}

const LIST: JsonSchemaType = { type: 'array', items: { type: 'object' } }

const POSSIBLE: JsonSchemaType = {
  type: 'object',
  description: 'What is possible now, where the result is no resource.',
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
      description: 'Embedded resources, by relation: the rows of a list. Each names its own actions.',
      additionalProperties: LIST
    },
    embeddedActions: {
      ...LIST,
      description: 'The inputs of the actions of embedded resources. For one that is not here, open the resource.'
    },
    possible: POSSIBLE,
    error: { description: 'Why the call failed.' },
    hint: { type: 'string' }
  },
  additionalProperties: false
})

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }

/** Returns the input schema of a tool. */
function inputOf<T> (properties: Record<string, JsonSchemaType>, required: readonly string[] = []) {
  return fromJsonSchema<T>({ type: 'object', properties, required: [...required], additionalProperties: false })
}

export const OPEN = {
  title: 'Open a resource',
  description: 'Reads a resource: its data, its links, and the actions that are possible now, each with the JSON ' +
    'schema of its input. Without arguments it opens the entry point. ' +
    'With a relation it follows that link of the resource at the URL.',
  inputSchema: inputOf<OpenInput>({
    url: URL_OF_RESULT,
    relation: {
      type: 'string', maxLength: LONGEST_NAME, description: 'The relation of a link of the resource at the URL.'
    },
    variables: { type: 'object', description: 'Values of the variables of the link, by name.' }
  }),
  outputSchema: RESULT,
  annotations: READS
}

export const ACT = {
  title: 'Perform an action',
  description: 'Performs an action that a result listed for the resource at the URL. ' +
    'The annotations of the action describe what it may change. ' +
    'A rejected action returns an error that lists what is possible instead.',
  inputSchema: inputOf<ActInput>({
    url: URL_OF_RESULT,
    action: { type: 'string', maxLength: LONGEST_NAME, description: 'The name of the action.' },
    input: { type: 'object', description: 'The input, as the inputSchema of the action describes it.' },
    etag: {
      type: 'string',
      description: 'The etag of the result that the action is based on. The action fails if the resource has changed.'
    }
  }, ['url', 'action']),
  outputSchema: RESULT,
  annotations: WRITES
}

export const FIND = {
  title: 'Find out what the API offers',
  description: 'Lists the resource types, relations and actions of the API that match words, best match first, ' +
    'for any caller in any state. What is possible now is in the results of open.',
  inputSchema: inputOf<{ query?: string }>({
    query: {
      type: 'string',
      maxLength: LONGEST_QUERY,
      description: 'Words of what you look for: of types, relations, actions and routes. Without words: all types.'
    }
  }),
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
