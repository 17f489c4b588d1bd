import type { Schema } from './schema.ts'

// What all documents share. Open, as HAL asks: a client ignores members that it does not know.

const text: Schema = { type: 'string' }

function texts (...names: readonly string[]): Schema {
  return Object.fromEntries(names.map(name => [name, text]))
}

const link: Schema = {
  type: 'object',
  description: 'A link (HAL, RFC 8288).',
  required: ['href'],
  properties: { ...texts('href'), templated: { type: 'boolean' }, ...texts('title', 'name', 'type', 'profile', 'hreflang', 'deprecation') }
}

const action: Schema = {
  type: 'object',
  description: 'What can be done now: the method to use and where.',
  required: ['href', 'method'],
  properties: texts('href', 'method', 'title', 'contentType', 'deprecation')
}

const template: Schema = {
  type: 'object',
  description: 'What can be done now, with its input (HAL-FORMS).',
  required: ['method', 'target'],
  properties: {
    ...texts('method', 'target', 'title', 'contentType', 'deprecation'),
    properties: { type: 'array', items: { type: 'object', required: ['name'], properties: texts('name') } }
  }
}

const problem: Schema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  properties: { ...texts('type', 'title'), status: { type: 'integer' }, ...texts('detail', 'instance') }
}

/** The shared components, by name. */
export const SHAPES = { HyperLink: link, HyperAction: action, HyperTemplate: template, HyperProblem: problem } as const

export type ShapeName = keyof typeof SHAPES
