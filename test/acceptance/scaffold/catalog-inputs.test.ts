import t from 'tap'
import { z } from 'zod'
import type { InspectedRoute } from '../../../lib/diagnostics/inspection.ts'
import { inputsOf } from '../../../scaffold/catalog-inputs.ts'

const string = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const SHARED: Readonly<Record<string, object>> = { Address: { $id: 'Address', ...object({ city: string }) } }

const ROUTE = {
  name: 'Go',
  url: '/',
  constraints: {},
  optedIn: true,
  hidden: false,
  guarded: false,
  missingPasses: false,
  deprecation: null,
  formInput: false
}
const route = (schema: unknown, methods: readonly string[] = ['POST']): InspectedRoute =>
  ({ ...ROUTE, methods, schema, shared: id => SHARED[id] })

const deep = (levels: number): object => levels === 0 ? string : object({ a: deep(levels - 1) })

const rows: [name: string, schema: unknown, type: string | undefined, methods?: string[]][] = [
  ['types', {
    body: object({ a: string, b: { type: 'integer' }, c: { type: 'boolean' }, d: { type: 'array' }, e: {} })
  },
  '{ a: string, b: number, c: boolean, d: unknown[], e: unknown }'],
  ['names that need quotes', { body: object({ 'first-name': string }) }, "{ 'first-name': string }"],
  ['nested members', { body: object({ address: object({ city: string }) }) }, '{ address: { city: string } }'],
  ['a shared schema', { body: object({ address: { $ref: 'Address#' } }) }, '{ address: { city: string } }'],
  ['five levels', { body: deep(5) }, '{ a: { a: { a: { a: unknown } } } }'],
  [
    'Zod', { body: z.object({ note: z.string().optional(), place: z.string().nullable() }) },
    '{ note: string, place: unknown }'
  ],
  ['a query', { querystring: object({ q: string }), body: object({ a: string }) }, '{ q: string }', ['GET']],
  ['one media type', { body: { content: { 'application/json': { schema: object({ a: string }) } } } }, '{ a: string }'],
  ['two media types', {
    body: { content: { 'a/a': { schema: object({ a: string }) }, 'b/b': { schema: object({}) } } }
  }, undefined],
  ['members that are added', { body: object({ a: string }, { allOf: [{ $ref: 'Address#' }] }) }, undefined],
  ['no members', { body: object({}) }, undefined],
  ['no schema', undefined, undefined],
  ['two methods', { body: object({ a: string }) }, undefined, ['PUT', 'PATCH']]
]

t.test('the inputs of a catalog', async t => {
  for (const [name, schema, type, methods] of rows) t.equal(inputsOf([route(schema, methods)]).get('Go'), type, name)
})

t.test('routes that have no input of their own', async t => {
  const post = route({ body: object({ a: string }) })
  t.equal(inputsOf([post, { ...post, constraints: { version: '2.0.0' } }]).size, 0, 'versions')
  t.equal(inputsOf([{ ...post, name: null }]).size, 0, 'without a name')
})
