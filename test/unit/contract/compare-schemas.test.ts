import t from 'tap'
import { SchemaComparison } from '../../../testing/contract/compare-schemas.ts'
import type { Contract } from '../../../testing/contract/contract.ts'

type Json = object | boolean

const contract = (schemas: object): Contract =>
  ({ version: 1, entryPoints: {}, registrations: {}, types: {}, schemas: schemas as NonNullable<Contract['schemas']> })

/** Returns the changes as `narrower /place`; `both` has the shared schemas of the two sides. */
function changes (side: 'input' | 'output', old: Json, now: Json, both: [object, object] = [{}, {}]): string[] {
  const found: string[] = []
  const comparison = new SchemaComparison(contract(both[0]), contract(both[1]), side, (change, place) => {
    found.push(`${change} ${place.replace(/^at ?/, '')}`.trim())
  })
  comparison.compare(old as never, now as never, 'at')
  return found
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const string = { type: 'string' }
const integer = { type: 'integer' }
const nothing: string[] = []

// The changes from the first to the second schema of an input, and those back.
const CASES: Readonly<Record<string, readonly [old: Json, now: Json, there: string[], back: string[]]>> = {
  'the same': [object({ a: string }), object({ a: string }), nothing, nothing],
  'a type': [string, integer, ['narrower', 'wider'], ['narrower', 'wider']],
  'one more type': [string, { type: ['string', 'integer'] }, ['wider'], ['narrower']],
  'integers are numbers': [integer, { type: 'number' }, ['wider'], ['narrower']],
  'no type': [string, {}, ['wider'], ['narrower']],
  'true is anything': [{}, true, nothing, nothing],
  'false is nothing': [string, false, ['narrower'], ['wider']],
  'a type of the values': [{ enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }, nothing, nothing],
  nullable: [string, { type: 'string', nullable: true }, ['wider'], ['narrower']],
  'nullable is a type': [{ type: ['string', 'null'] }, { type: 'string', nullable: true }, nothing, nothing],
  'nullable is a union': [
    { type: 'string', nullable: true }, { anyOf: [string, { type: 'null' }] }, nothing, nothing
  ],
  'a union with null': [string, { anyOf: [string, { type: 'null' }] }, ['wider'], ['narrower']],
  'one more value': [{ enum: ['a'] }, { enum: ['a', 'b'] }, ['wider'], ['narrower']],
  'another value': [{ enum: ['a'] }, { enum: ['b'] }, ['narrower', 'wider'], ['narrower', 'wider']],
  'const is one value': [{ const: 'a' }, { enum: ['a'] }, nothing, nothing],
  'only some values': [string, { type: 'string', enum: ['a'] }, ['narrower'], ['wider']],
  minimum: [{ type: 'integer', minimum: 1 }, { type: 'integer', minimum: 2 }, ['narrower'], ['wider']],
  'a new minimum': [integer, { type: 'integer', minimum: 0 }, ['narrower'], ['wider']],
  maximum: [{ type: 'number', maximum: 9 }, { type: 'number', maximum: 8 }, ['narrower'], ['wider']],
  exclusiveMinimum: [integer, { type: 'integer', exclusiveMinimum: 0 }, ['narrower'], ['wider']],
  'a bound of draft 4': [integer, { type: 'integer', exclusiveMinimum: true }, ['unknown'], ['unknown']],
  minLength: [string, { type: 'string', minLength: 1 }, ['narrower'], ['wider']],
  maxLength: [string, { type: 'string', maxLength: 5 }, ['narrower'], ['wider']],
  maxItems: [{ type: 'array' }, { type: 'array', maxItems: 5 }, ['narrower'], ['wider']],
  'a bound of another type': [string, { type: 'string', maximum: 5 }, nothing, nothing],
  pattern: [string, { type: 'string', pattern: 'a' }, ['narrower'], ['wider']],
  'another pattern': [{ pattern: 'a' }, { pattern: 'b' }, ['unknown'], ['unknown']],
  format: [string, { type: 'string', format: 'email' }, ['narrower'], ['wider']],
  uniqueItems: [{ type: 'array', uniqueItems: false }, { type: 'array', uniqueItems: true }, ['narrower'], ['wider']],
  multipleOf: [{ multipleOf: 2 }, { multipleOf: 3 }, ['unknown'], ['unknown']],
  'an unknown keyword': [{}, { unevaluatedProperties: false }, nothing, nothing],
  if: [string, { type: 'string', if: { minLength: 2 } }, ['unknown'], ['unknown']],
  default: [{ default: 1 }, { default: 2 }, ['default'], ['default']],
  'a member': [object({}), object({ a: string }), ['member-added /a'], ['member-removed /a']],
  'a required member': [
    object({ a: string }), object({ a: string }, { required: ['a'] }), ['member-required /a'], ['member-optional /a']
  ],
  'a new required member': [
    object({}), object({ a: string }, { required: ['a'] }), ['member-required /a'], ['member-removed /a']
  ],
  'a required member with a default': [
    object({ a: { default: 1 } }), object({ a: { default: 1 } }, { required: ['a'] }), nothing, nothing
  ],
  'a nested member': [object({ a: object({ b: string }) }), object({ a: object({ b: integer }) }), [
    'narrower /a/b', 'wider /a/b'
  ], ['narrower /a/b', 'wider /a/b']],
  'a member named as of an object': [object({}), object({ constructor: string }), ['member-added /constructor'], [
    'member-removed /constructor'
  ]],
  'no other members': [
    object({}), object({}, { additionalProperties: false }), ['unknown /*'], ['wider /*']
  ],
  'other members': [
    object({}, { additionalProperties: true }), object({}, { additionalProperties: false }),
    ['narrower /*'], ['wider /*']
  ],
  'a schema of other members': [
    object({}, { additionalProperties: string }), object({}, { additionalProperties: integer }),
    ['narrower /*', 'wider /*'], ['narrower /*', 'wider /*']
  ],
  'a name for what any name had': [
    object({}, { additionalProperties: string }), object({ a: integer }, { additionalProperties: string }),
    ['narrower /a', 'wider /a'], ['member-removed /a']
  ],
  patternProperties: [object({}), object({}, { patternProperties: { a: string } }), ['unknown'], ['unknown']],
  items: [
    { type: 'array', items: string }, { type: 'array', items: { type: 'string', maxLength: 1 } }, ['narrower /*'], [
      'wider /*'
    ]
  ],
  'a tuple': [
    { type: 'array', items: [string, string] }, { type: 'array', prefixItems: [string, integer] },
    ['narrower /1', 'wider /1'], ['narrower /1', 'wider /1']
  ],
  'a longer tuple': [
    { type: 'array', prefixItems: [string] }, { type: 'array', prefixItems: [string, string] }, ['unknown'], [
      'unknown', 'wider /1'
    ]
  ],
  'one more alternative': [{ anyOf: [string] }, { anyOf: [string, integer] }, ['wider'], ['narrower']],
  'an alternative that changed': [
    { anyOf: [string, object({ a: string })] }, { anyOf: [string, object({})] },
    ['member-removed /a'], ['member-added /a']
  ],
  'other alternatives': [
    { anyOf: [string, integer] }, { anyOf: [{ const: 1 }, { const: 2 }] }, ['unknown'], ['unknown']
  ],
  'another kind of union': [{ anyOf: [string, integer] }, { oneOf: [string, integer] }, ['unknown'], ['unknown']],
  'a union beside members': [
    object({ a: string }), object({ a: string }, { anyOf: [{ required: ['a'] }] }), ['unknown'], ['unknown']
  ],
  'literals in a union': [
    { anyOf: [{ const: 'a' }] }, { anyOf: [{ const: 'a' }, { const: 'b' }] }, ['wider'], ['narrower']
  ],
  allOf: [
    { allOf: [object({ a: string }), object({ b: string }, { required: ['b'] })] },
    object({ a: string, b: string }, { required: ['b'] }), nothing, nothing
  ],
  'allOf that cannot be merged': [
    { allOf: [{ minimum: 1 }, { minimum: 2 }] }, { minimum: 2 }, ['unknown'], ['unknown']
  ],
  'a reference within': [
    object({ a: { $ref: '#/definitions/x' } }, { definitions: { x: string } }), object({ a: string }), nothing, nothing
  ],
  'a reference to nothing': [object({ a: { $ref: '#/x' } }), object({ a: string }), ['unknown /a'], ['unknown /a']],
  'it contains itself': [
    object({ a: { $ref: '#' }, b: string }), object({ a: { $ref: '#' }, b: integer }),
    ['narrower /b', 'wider /b'], ['narrower /b', 'wider /b']
  ],
  'it is itself': [{ $ref: '#' }, string, ['unknown'], ['unknown']],
  'something in what contains itself': [
    { not: object({ a: { $ref: '#/not' } }) }, { not: object({ a: { $ref: '#/not' }, b: string }) },
    ['unknown'], ['unknown']
  ]
}

for (const [name, [old, now, there, back]] of Object.entries(CASES)) {
  t.test(name, async t => {
    t.same(changes('input', old, now), there, 'there')
    t.same(changes('input', now, old), back, 'back')
  })
}

t.test('responses', async t => {
  t.same(changes('output', object({}), object({}, { additionalProperties: false })), [], 'no others are sent')
  t.same(changes('output', object({}), object({}, { additionalProperties: true })), ['member-added /*'])
  t.same(changes('output', object({}, { additionalProperties: string }), object({})), ['member-removed /*'])
  t.same(changes('output', object({}), object({ a: string }, { required: ['a'] })), ['member-added /a'])
  const withDefault = object({ a: { default: 1 } }, { required: ['a'] })
  t.same(changes('output', withDefault, object({ a: { default: 1 } })), ['member-optional /a'])
})

t.test('a shared schema is compared once, under its name', async t => {
  const schema = object({ a: { $ref: '#/schemas/x~1y' }, b: { $ref: '#/schemas/x~1y' } })
  const both: [object, object] = [{ 'x/y': object({ c: string }) }, { 'x/y': object({}) }]
  t.same(changes('output', schema, schema, both), ["member-removed schema 'x~1y' of responses /c"])
  t.same(changes('output', object({ a: { $ref: '#/schemas/x~1y' } }), object({ a: object({}) }), both), [
    'member-removed /a/c'
  ])
})
