import { Type } from '@sinclair/typebox'
import t from 'tap'
import { z } from 'zod'
import { SchemaDefinitions } from '../../../scaffold/client/schema-definitions.ts'
import { typesOf } from '../../../scaffold/client/schema-types.ts'

// Schemas as Fastify accepts them, and the types that are written for them.

const SHARED: Readonly<Record<string, object>> = {
  'urn:one:Place': { type: 'string' },
  'urn:two:Place': { type: 'integer' },
  Address: {
    $id: 'Address',
    title: 'An address',
    type: 'object',
    properties: { street: { type: 'string' }, next: { $ref: '#' }, zip: { $ref: '#/definitions/zip' } },
    definitions: { zip: { type: 'integer' } }
  }
}
const shared = (id: string) => SHARED[id]

async function output (schema: unknown, without: readonly string[] = []): Promise<string> {
  const definitions = new SchemaDefinitions(['Used'])
  const name = definitions.addOutput('Value', { schema, shared }, without)
  return `${name}: ${(await typesOf(definitions.definitions)).replaceAll(/\s+/g, ' ')}`
}

async function input (schema: unknown): Promise<string> {
  const definitions = new SchemaDefinitions([])
  definitions.addInput('Value', { schema, shared })
  return (await typesOf(definitions.definitions)).replaceAll(/\s+/g, ' ')
}

const member = (schema: unknown) => output({ type: 'object', required: ['a'], properties: { a: schema } })
const typed = (type: string) => `Value: export interface Value { a: ${type} }`

t.test('members', async t => {
  const rows: [schema: unknown, type: string][] = [
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ const: 'x' }, "'x'"],
    [{ enum: ['a', 1] }, "'a' | 1"],
    [{ type: 'array', items: { type: 'string' }, minItems: 1 }, 'string[]'],
    [{ type: 'array', items: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [
      { type: 'object', properties: { title: { type: 'string', title: 'Title' } } }, '{ /** * Title */ title?: string }'
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [k: string]: number }'],
    [{ type: 'object', additionalProperties: true }, '{ [k: string]: unknown }'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{}, 'unknown'],
    [true, 'unknown'],
    [Type.Date(), 'string']
  ]
  for (const [schema, type] of rows) {
    t.equal(await member(schema), typed(type), JSON.stringify(schema))
  }
})

t.test('references', async t => {
  const address = await output({ $ref: 'Address#' })
  t.match(
    address,
    /^AddressData: [^]* An address \*\/ .*AddressData \{ street\?: .* next\?: AddressData zip\?: AddressZip \}/
  )
  t.match(address, /export type AddressZip = number/)
  t.match(await member({ $ref: 'Address#/definitions/zip' }), /export interface Value \{ a: AddressZip \}/)
  t.match(await member({ $ref: '#/definitions/none' }), /a: ValueNone/, 'a schema that is missing')
  t.match(await member({ $ref: 'https://elsewhere.example/x#' }), /a: XData/, 'a schema that is not shared')
})

t.test('references that end alike have names of their own', async t => {
  const references = [
    '#/definitions/a/properties/id', '#/definitions/b/properties/id', 'urn:one:Place#', 'urn:two:Place#'
  ]
  const id = { properties: { id: { type: 'integer' } } }
  const text = await output({
    type: 'object',
    properties: Object.fromEntries(references.map(($ref, index) => ['abcd'[index], { $ref }])),
    definitions: { a: id, b: id }
  })
  t.match(text, /\{ a\?: ValueId b\?: ValueDefinitionsBPropertiesId c\?: PlaceData d\?: UrnTwoPlaceData \}/)
})

t.test('a name that is in use', async t => {
  const definitions = new SchemaDefinitions(['Value'])
  t.equal(definitions.addOutput('Value', { schema: {}, shared }, []), 'Value2')
})

t.test('the items of a page are no data', async t => {
  t.equal(await output(
    { type: 'object', required: ['items', 'total'], properties: { items: {}, total: { type: 'integer' } } }, ['items']
  ),
  'Value: export interface Value { total: number }')
})

t.test('an input', async t => {
  const schema = {
    type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'number', default: 1 } }
  }
  t.equal(await input(schema), 'export interface Value { a: string b?: number }', 'members with a default are optional')
  t.equal(
    await input(z.object({ a: z.string(), b: z.number().default(1) })),
    'export interface Value { a: string b?: number }'
  )
  t.equal(await input(Type.Object({ a: Type.Optional(Type.String()) })), 'export interface Value { a?: string }')
})

t.test('Zod: what is sent is the output', async t => {
  const schema = z.object({ a: z.string().transform(Number).pipe(z.number()) })
  t.match(await output(schema), /a: number/)
})

t.test('no definitions', async t => {
  t.equal(await typesOf({}), '')
})
