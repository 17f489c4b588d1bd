import { FIELD_TYPES } from '../declare/fields.ts'
import { arrayOf, type Schema } from './schema.ts'

// Schemas that documents contain as components. Each call returns new objects, because the app may modify its document.
// They allow additional properties: HAL clients ignore unknown members.

const string = (): Schema => ({ type: 'string' })

function strings (...names: readonly string[]): Schema {
  return Object.fromEntries(names.map(name => [name, string()]))
}

const link = (): Schema => ({
  type: 'object',
  description: 'A link (RFC 8288).',
  required: ['href'],
  properties: {
    ...strings('href'),
    templated: { type: 'boolean' },
    ...strings('title', 'name', 'type', 'profile', 'hreflang', 'deprecation')
  }
})

const action = (): Schema => ({
  type: 'object',
  description: 'An action that is available now.',
  required: ['href', 'method'],
  properties: strings('href', 'method', 'title', 'contentType', 'deprecation')
})

const integer = (): Schema => ({ type: 'integer', minimum: 0 })
const number = (): Schema => ({ type: 'number' })
const flag = (): Schema => ({ type: 'boolean' })

const options = (): Schema => ({
  type: 'object',
  description: 'The options of a field, or a link to them. Several can be selected unless maxItems is 1.',
  properties: {
    inline: arrayOf({ type: 'object', required: ['prompt', 'value'], properties: strings('prompt', 'value') }),
    link: { type: 'object', required: ['href'], properties: { ...strings('href', 'type'), templated: flag() } },
    ...strings('promptField', 'valueField'),
    minItems: integer(),
    maxItems: integer(),
    selectedValues: arrayOf(string())
  }
})

const field = (): Schema => ({
  type: 'object',
  description: 'A field of the input.',
  required: ['name'],
  properties: {
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
  }
})

const template = (): Schema => ({
  type: 'object',
  description: 'An action that is available now, with its input (HAL-FORMS).',
  required: ['method', 'target'],
  properties: {
    ...strings('method', 'target', 'title', 'contentType', 'deprecation'),
    properties: arrayOf(field())
  }
})

const problem = (): Schema => ({
  type: 'object',
  description: 'Problem details of an error (RFC 9457).',
  properties: { ...strings('type', 'title'), status: { type: 'integer' }, ...strings('detail', 'instance') }
})

const validationProblem = (shared: SharedSchema): Schema => ({
  description: 'A problem with the input, and the fields that it concerns.',
  allOf: [shared('HyperProblem'), {
    type: 'object',
    properties: {
      errors: arrayOf({ type: 'object', required: ['name', 'message'], properties: strings('name', 'message') })
    }
  }]
})

type SharedSchema = (name: 'HyperProblem') => Schema

/** Functions that return the components, by name. Each takes a function that returns references to the others. */
export const COMPONENTS = {
  HyperLink: link,
  HyperAction: action,
  HyperTemplate: template,
  HyperProblem: problem,
  HyperValidationProblem: validationProblem
} as const

export type ComponentName = keyof typeof COMPONENTS
