import { FIELD_TYPES } from '../declare/field-types.ts'
import { arrayOf, mapOf, objectOf, type Schema } from './schema.ts'

// Schemas that documents contain as components. Each call returns new objects, because the app may modify its document.
// They allow additional properties: HAL clients ignore unknown members.

const string = (): Schema => ({ type: 'string' })
const flag = (): Schema => ({ type: 'boolean' })
const number = (): Schema => ({ type: 'number' })
const integer = (): Schema => ({ type: 'integer', minimum: 0 })

function strings (...names: readonly string[]): Schema {
  return Object.fromEntries(names.map(name => [name, string()]))
}

function object (description: string, required: readonly string[], properties: Schema): Schema {
  return objectOf(required, properties, { description })
}

const options = (): Schema => object(
  'The options of a field, or a link to them. Several can be selected unless maxItems is 1.', [], {
    inline: arrayOf(objectOf(['prompt', 'value'], strings('prompt', 'value'))),
    link: objectOf(['href'], { ...strings('href', 'type'), templated: flag() }),
    ...strings('promptField', 'valueField'),
    minItems: integer(),
    maxItems: integer(),
    selectedValues: arrayOf(string())
  }
)

const field = (): Schema => object('A field of the input.', ['name'], {
  ...strings('name', 'prompt'),
  readOnly: flag(),
  ...strings('regex'),
  required: flag(),
  ...strings('value'),
  type: { type: 'string', enum: [...FIELD_TYPES] },
  cols: integer(),
  rows: integer(),
  min: number(),
  max: number(),
  minLength: integer(),
  maxLength: integer(),
  options: options(),
  ...strings('placeholder'),
  step: number()
})

const validationErrors = (): Schema => ({
  type: 'object',
  properties: { errors: arrayOf(objectOf(['name', 'message'], strings('name', 'message', 'detail'))) }
})

/** Functions that return the components, by name. Each takes a function that returns references to the others. */
export const COMPONENTS = {
  HyperLink: (): Schema => object('A link (RFC 8288).', ['href'], {
    ...strings('href'), templated: flag(), ...strings('title', 'name', 'type', 'profile', 'hreflang', 'deprecation')
  }),
  HyperAction: (): Schema => object('An action that is available now.', ['href', 'method'],
    strings('href', 'method', 'title', 'contentType', 'deprecation')),
  HyperTemplate: (): Schema => object(
    'An action that is available now, with its input (HAL-FORMS).', ['method', 'target'],
    { ...strings('method', 'target', 'title', 'contentType', 'deprecation'), properties: arrayOf(field()) }
  ),
  HyperProblem: (): Schema => object('Problem details of an error (RFC 9457).', [], {
    ...strings('type', 'title'), status: { type: 'integer' }, ...strings('detail', 'instance')
  }),
  HyperValidationProblem: (shared: (name: 'HyperProblem') => Schema): Schema => ({
    description: 'A problem with the input, and the fields that it concerns.',
    allOf: [shared('HyperProblem'), validationErrors()]
  }),
  HyperConflict: (shared: (name: 'HyperAction' | 'HyperLink' | 'HyperProblem') => Schema): Schema => ({
    description: 'A problem with the state of a resource, which has its links and actions.',
    allOf: [shared('HyperProblem'), objectOf([], {
      action: { type: 'string', description: 'The action that was attempted.' },
      _links: mapOf({ anyOf: [shared('HyperLink'), arrayOf(shared('HyperLink'))] }),
      _actions: mapOf(shared('HyperAction'))
    })]
  })
} as const

export type ComponentName = keyof typeof COMPONENTS
