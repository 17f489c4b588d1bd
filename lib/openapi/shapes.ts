import { FIELD_TYPES } from '../declare/fields.ts'
import type { Schema } from './schema.ts'

// Components of every document. They are made anew for each, no two parts the same object: the app may change its document.
// Open, as HAL asks: a client ignores members that it does not know.

const text = (): Schema => ({ type: 'string' })

function texts (...names: readonly string[]): Schema {
  return Object.fromEntries(names.map(name => [name, text()]))
}

const link = (): Schema => ({
  type: 'object',
  description: 'A link (HAL, RFC 8288).',
  required: ['href'],
  properties: { ...texts('href'), templated: { type: 'boolean' }, ...texts('title', 'name', 'type', 'profile', 'hreflang', 'deprecation') }
})

const action = (): Schema => ({
  type: 'object',
  description: 'What can be done now: the method to use and where.',
  required: ['href', 'method'],
  properties: texts('href', 'method', 'title', 'contentType', 'deprecation')
})

const integer = (): Schema => ({ type: 'integer', minimum: 0 })
const number = (): Schema => ({ type: 'number' })
const flag = (): Schema => ({ type: 'boolean' })

function listOf (items: Schema): Schema {
  return { type: 'array', items }
}

const options = (): Schema => ({
  type: 'object',
  description: 'The choices of a field, or where they are listed. Several can be chosen unless maxItems is 1.',
  properties: {
    inline: listOf({ type: 'object', required: ['prompt', 'value'], properties: texts('prompt', 'value') }),
    link: { type: 'object', required: ['href'], properties: { ...texts('href', 'type'), templated: flag() } },
    ...texts('promptField', 'valueField'),
    minItems: integer(),
    maxItems: integer(),
    selectedValues: listOf(text())
  }
})

const field = (): Schema => ({
  type: 'object',
  description: 'A field of the input.',
  required: ['name'],
  properties: {
    ...texts('name', 'prompt'),
    readOnly: flag(),
    ...texts('regex'),
    required: flag(),
    ...texts('value'),
    type: { type: 'string', enum: [...FIELD_TYPES] },
    cols: integer(),
    rows: integer(),
    min: number(),
    max: number(),
    minLength: integer(),
    maxLength: integer(),
    options: options(),
    ...texts('placeholder'),
    step: number()
  }
})

const template = (): Schema => ({
  type: 'object',
  description: 'What can be done now, with its input (HAL-FORMS).',
  required: ['method', 'target'],
  properties: {
    ...texts('method', 'target', 'title', 'contentType', 'deprecation'),
    properties: listOf(field())
  }
})

const problem = (): Schema => ({
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  properties: { ...texts('type', 'title'), status: { type: 'integer' }, ...texts('detail', 'instance') }
})

/** Makes the shared components, by name. */
export const SHAPES = { HyperLink: link, HyperAction: action, HyperTemplate: template, HyperProblem: problem } as const

export type ShapeName = keyof typeof SHAPES
