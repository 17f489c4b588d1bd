import { Type } from '@sinclair/typebox'
import t from 'tap'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { z as z3 } from 'zod/v3'
import { deriveForm } from '../../../lib/forms/fields/derive.ts'

// Equivalent schemas: by reference, in parts, by alternatives, and through a library.

/** A form as one text: `name* type regex {choices} [min,max]`, `*` where the route demands it. */
function written (
  schema: unknown,
  { nested = false, method = 'POST', shared = {} }: {
    nested?: boolean, method?: string, shared?: Record<string, object>
  } = {}
) {
  const { fields, findings } = deriveForm(schema, { method, nested, shared: id => shared[id] })
  return {
    fields: fields.map(({
      property: { name, type, regex, options, min, max, minLength, maxLength, required, readOnly }, required: demanded
    }) => [
      name + (demanded ? '*' : '') + (demanded === (required ?? false) ? '' : '?'),
      readOnly && 'fixed',
      type,
      regex,
      options && `{${options.inline!.map(({ value }) => value)}}`,
      (min ?? max) === undefined ? '' : `[${min},${max}]`,
      (minLength ?? maxLength) === undefined ? '' : `(${minLength},${maxLength})`
    ].filter(Boolean).join(' ')),
    findings: findings.map(({ name, reason }) => `${name}: ${reason}`)
  }
}

interface Row {
  readonly row: string
  readonly schema: unknown
  readonly shared?: Record<string, object>
  readonly method?: string
  readonly fields: string[]
  /** One for each finding. */
  readonly findings?: RegExp[]
}

// A write into a schema would throw.
function freeze (value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(freeze)
}

function table (title: string, nested: boolean, rows: readonly Row[]): void {
  t.test(title, async t => {
    for (const { row, schema, shared = {}, method = 'POST', fields, findings = [] } of rows) {
      if (!('~standard' in (schema as object))) freeze([schema, shared])
      const form = written(schema, { nested, method, shared })
      t.strictSame(form.fields, fields, row)
      t.equal(form.findings.length, findings.length, `${row}: ${form.findings.join('\n')}`)
      findings.forEach((finding, index) => t.match(form.findings[index], finding, row))
    }
  })
}

const one = (schema: object, document: object = {}) => ({ type: 'object', properties: { a: schema }, ...document })

const address = {
  $id: 'address',
  type: 'object',
  properties: { street: { type: 'string' }, zip: { $ref: '#/definitions/zip' } },
  definitions: { zip: { type: 'string', maxLength: 5 } }
}

table('references', false, [
  {
    row: 'to a definition',
    schema: one({ $ref: '#/definitions/x' }, { definitions: { x: { type: 'integer' } } }),
    fields: ['a number']
  },
  { row: 'to $defs', schema: one({ $ref: '#/$defs/x' }, { $defs: { x: { type: 'integer' } } }), fields: ['a number'] },
  {
    row: 'escaped',
    schema: one({ $ref: '#/definitions/x~1y~0z%20%25' }, { definitions: { 'x/y~z %': { type: 'integer' } } }),
    fields: ['a number']
  },
  {
    row: 'with a percent sign that escapes nothing',
    schema: one({ $ref: '#/definitions/100%' }, { definitions: { '100%': { type: 'integer' } } }),
    fields: ['a number']
  },
  { row: 'into a list', schema: one({ $ref: '#/list/1' }, { list: [{}, { type: 'integer' }] }), fields: ['a number'] },
  {
    row: 'to an anchor, draft 6',
    schema: one({ $ref: '#x' }, { definitions: { any: { $id: '#x', type: 'integer' } } }),
    fields: ['a number']
  },
  {
    row: 'to an anchor, draft 2019',
    schema: one({ $ref: '#x' }, { $defs: { any: { $anchor: 'x', type: 'integer' } } }),
    fields: ['a number']
  },
  {
    row: 'to an $id within',
    schema: one({ $ref: 'x' }, { definitions: { any: { $id: 'x', type: 'integer' } } }),
    fields: ['a number']
  },
  {
    row: 'to an $id relative to another',
    schema: one({ $ref: 'https://a.example/b/x' }, {
      $id: 'https://a.example/b/c', definitions: { any: { $id: 'x', type: 'integer' } }
    }),
    fields: ['a number']
  },
  {
    row: 'to a part of an $id within',
    schema: one(
      { $ref: 'x#/definitions/y' },
      {
        definitions: {
          any: { $id: 'x', definitions: { y: { $ref: '#/definitions/z' }, z: { type: 'integer' } } }, z: {}
        }
      }
    ),
    fields: ['a number']
  },
  {
    row: 'to two of one $id',
    schema: one(
      { $ref: '#/definitions/first' },
      { definitions: { first: { $id: 'x', $ref: '#/definitions/y' }, second: { $id: 'x' }, y: { type: 'integer' } } }
    ),
    fields: ['a number']
  },
  {
    row: 'to a shared schema',
    schema: { $ref: 'address#' },
    shared: { address },
    fields: ['street text', 'zip text (undefined,5)']
  },
  {
    row: 'to a shared schema, without #',
    schema: { $ref: 'address' },
    shared: { address },
    fields: ['street text', 'zip text (undefined,5)']
  },
  {
    row: 'to a part of a shared schema',
    schema: one({ $ref: 'address#/properties/zip' }),
    shared: { address },
    fields: ['a text (undefined,5)']
  },
  {
    row: 'to a shared schema twice',
    schema: { properties: { a: { $ref: 'address#/properties/street' }, b: { $ref: 'address#/definitions/zip' } } },
    shared: { address },
    fields: ['a text', 'b text (undefined,5)']
  },
  {
    row: 'to a shared schema, by its absolute $id',
    schema: one({ $ref: 'urn:x#/definitions/y' }),
    shared: { 'urn:x': { $id: 'urn:x', definitions: { y: { type: 'integer' } } } },
    fields: ['a number']
  },
  {
    row: 'from a base that nothing is relative to',
    schema: one({ $ref: 'address#/properties/zip' }, { $id: 'urn:x' }),
    shared: { address },
    fields: ['a text (undefined,5)']
  },
  {
    row: 'with keywords beside it',
    schema: one({
      $ref: '#/definitions/x', maxLength: 9, title: 'A'
    }, { definitions: { x: { type: 'string', maxLength: 20, minLength: 1 } } }),
    fields: ['a text (1,9)']
  },
  { row: 'nowhere', schema: one({ $ref: '#/definitions/x' }), fields: [] },
  {
    row: 'nowhere, required',
    schema: one({ $ref: '#/definitions/x' }, { required: ['a'] }),
    fields: [],
    findings: [/^a: Its \$ref '#\/definitions\/x' cannot be resolved\. The route rejects/]
  },
  {
    row: 'to no anchor',
    schema: one({ $ref: '#x' }, { required: ['a'] }),
    fields: [],
    findings: [/'#x' cannot be resolved/]
  },
  {
    row: 'to no shared schema',
    schema: one({ $ref: 'x#' }, { required: ['a'] }),
    fields: [],
    findings: [/'x#' cannot be resolved/]
  },
  {
    row: 'to a part of a text',
    schema: one({ $ref: '#/title/0' }, { title: 'x', required: ['a'] }),
    fields: [],
    findings: [/cannot be resolved/]
  },
  {
    row: 'to what every object inherits',
    schema: one({ $ref: '#/constructor' }, { required: ['a'] }),
    fields: [],
    findings: [/cannot be resolved/]
  },
  {
    row: 'nowhere, the whole', schema: { $ref: 'x#' }, fields: [], findings: [/^: Its \$ref 'x#' cannot be resolved\.$/]
  },
  {
    row: 'in a circle',
    schema: one(
      { $ref: '#/definitions/x' },
      { definitions: { x: { $ref: '#/definitions/y', type: 'integer' }, y: { $ref: '#/definitions/x' } } }
    ),
    fields: ['a number']
  },
  { row: 'to itself', schema: { $ref: '#', properties: { a: {} } }, fields: ['a text'] }
])

table('parts', false, [
  {
    row: 'allOf',
    schema: {
      allOf: [one({ type: 'string' }), { properties: { b: { type: 'integer' } }, required: ['b'] }], required: ['a']
    },
    fields: ['a* text', 'b* number']
  },
  {
    row: 'a member in several parts',
    schema: { allOf: [one({ type: 'number', maximum: 5 }), one({ type: 'integer', minimum: 1 })] },
    fields: ['a number [1,5]']
  },
  {
    row: 'the narrower bounds',
    schema: one({
      type: 'integer',
      minimum: 1,
      maximum: 9,
      allOf: [{ minimum: 2, maximum: 10 }, { exclusiveMinimum: 2, exclusiveMaximum: 8 }, {
        exclusiveMinimum: 0, exclusiveMaximum: 9
      }]
    }),
    fields: ['a number [3,7]']
  },
  {
    row: 'the narrower lengths',
    schema: one({ type: 'string', minLength: 1, allOf: [{ minLength: 3, maxLength: 9 }, { maxLength: 5 }] }),
    fields: ['a text (3,5)']
  },
  {
    row: 'common values',
    schema: one({ enum: ['a', 'b', 'c'], allOf: [{ enum: ['c', 'b', 'd'] }] }),
    fields: ['a {b,c}']
  },
  { row: 'const among values', schema: one({ const: 'b', enum: ['a', 'b'] }), fields: ['a fixed hidden'] },
  {
    row: 'const among others',
    schema: one({ const: 'c', enum: ['a', 'b'] }, { required: ['a'] }),
    fields: [],
    findings: [/None of its values/]
  },
  {
    row: 'common types',
    schema: one({
      type: ['string', 'integer', 'boolean'], allOf: [{ type: ['number', 'boolean'] }, { type: ['number', 'array'] }]
    }),
    fields: ['a number']
  },
  { row: 'number and integer', schema: one({ type: 'number', allOf: [{ type: 'integer' }] }), fields: ['a number'] },
  {
    row: 'no common type',
    schema: one({ type: 'string', allOf: [{ type: 'integer' }] }, { required: ['a'] }),
    fields: [],
    findings: [/no common type/]
  },
  { row: 'flags', schema: one({ allOf: [{ readOnly: true }] }), method: 'PUT', fields: ['a fixed text'] },
  {
    row: 'a default in a part, which the validator does not fill in',
    schema: one({ allOf: [{ default: 'x' }] }, { required: ['a'] }),
    fields: ['a* text']
  },
  { row: 'one pattern twice', schema: one({ pattern: '^a$', allOf: [{ pattern: '^a$' }] }), fields: ['a text ^a$'] },
  {
    row: 'two patterns',
    schema: one({ pattern: '^a', allOf: [{ pattern: 'b$' }] }),
    fields: ['a text [\\s\\S]*(?:^a)[\\s\\S]*'],
    findings: [/^a: Its schema has more than one pattern/]
  },
  {
    row: 'two steps',
    schema: one({ type: 'integer', multipleOf: 2, allOf: [{ multipleOf: 3 }] }),
    fields: ['a number'],
    findings: [/more than one multipleOf/]
  },
  {
    row: 'a list in parts',
    schema: one({ type: 'array', items: { enum: ['a', 'b'] }, allOf: [{ items: { enum: ['b', 'c'] } }] }),
    fields: ['a {b}']
  },
  {
    row: 'keywords that are none',
    schema: one({ type: 5, enum: 'a', minimum: '5', title: 5, allOf: 'x', anyOf: {}, $ref: 5 }),
    fields: ['a text']
  }
])

const kinds = [
  { properties: { kind: { const: 'a' }, size: { type: 'integer', maximum: 9 }, only: {} }, required: ['kind', 'size'] },
  { properties: { size: { type: 'integer', maximum: 5 }, kind: { const: 'b' } }, required: ['kind'] }
]

table('alternatives of objects', false, [
  { row: 'what all have', schema: { oneOf: kinds }, fields: ['kind* {a,b}', 'size number [undefined,5]'] },
  {
    row: 'beside what is always there',
    schema: { anyOf: kinds, properties: { name: { type: 'string' } }, required: ['name', 'size'] },
    fields: ['name* text', 'kind* {a,b}', 'size* number [undefined,5]']
  },
  {
    row: 'members that alternatives only demand',
    schema: { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['a', 'b'] }] },
    fields: ['a* text', 'b text']
  },
  {
    row: 'by reference',
    schema: {
      oneOf: [{ $ref: '#/definitions/a' }, { $ref: '#/definitions/b' }], definitions: { a: kinds[0], b: kinds[1] }
    },
    fields: ['kind* {a,b}', 'size number [undefined,5]']
  },
  {
    row: 'of alternatives',
    schema: { oneOf: [{ oneOf: kinds }, { properties: { kind: { const: 'c' } }, required: ['kind'] }] },
    fields: ['kind* {a,b,c}']
  },
  {
    row: 'with alternatives in a member',
    schema: { oneOf: [one({ anyOf: [{ type: 'number' }, { type: 'boolean' }] }), one({ type: 'boolean' })] },
    fields: ['a {true,false}']
  },
  { row: 'nothing in common', schema: { oneOf: [one({}), { properties: { b: {} } }] }, fields: [] },
  {
    row: 'a default in an alternative, which the validator does not fill in',
    schema: {
      oneOf: [one({ type: 'string', default: 'x' }, { required: ['a'] }), one({ type: 'string' }, { required: ['a'] })]
    },
    fields: ['a* text']
  },
  {
    row: 'that are their own alternative',
    schema: { anyOf: [{ $ref: '#' }, one({})], properties: { b: {} } },
    fields: ['b text']
  },
  { row: 'or null', schema: { anyOf: [one({ type: 'integer' }), { type: 'null' }] }, fields: ['a number'] },
  {
    row: 'patternProperties, if and not',
    schema: one({}, {
      patternProperties: { '^x': {} },
      if: one({ const: 1 }),
      then: { required: ['b'] },
      not: { required: ['c'] },
      additionalProperties: { type: 'string' }
    }),
    fields: ['a text']
  }
])

const person = { type: 'object', properties: { name: { type: 'string' }, parent: { $ref: '#' } }, required: ['name'] }

table('objects in objects', true, [
  {
    row: 'dotted names',
    schema: one({ type: 'object', properties: { b: { properties: { c: { type: 'integer' } } }, d: {} } }),
    fields: ['a.b.c number', 'a.d text']
  },
  {
    row: 'required all the way',
    schema: one({ required: ['b'], properties: { b: {}, c: {} } }, { required: ['a'] }),
    fields: ['a.b* text', 'a.c text']
  },
  { row: 'required in what is not', schema: one({ required: ['b'], properties: { b: {} } }), fields: ['a.b text'] },
  {
    row: 'required in what may be null',
    schema: one({ type: ['object', 'null'], required: ['b'], properties: { b: {} } }, { required: ['a'] }),
    fields: ['a.b*? text']
  },
  {
    row: 'required in what has a default',
    schema: one({ required: ['b'], properties: { b: {} }, default: {} }, { required: ['a'] }),
    fields: ['a.b text']
  },
  {
    row: 'required, PATCH',
    schema: one({ required: ['b'], properties: { b: {} } }, { required: ['a'] }),
    method: 'PATCH',
    fields: ['a.b*? text']
  },
  {
    row: 'any members of what is only written',
    schema: one({
      writeOnly: true,
      properties: {
        b: { default: 'x' },
        c: { enum: ['x'], default: 'x' },
        d: { properties: { e: { anyOf: [{ type: 'integer' }, { type: 'boolean' }], default: 5 } } }
      }
    }),
    fields: ['a.b password', 'a.c {x}', 'a.d.e password']
  },
  { row: 'read-only', schema: one({ readOnly: true, properties: { b: {} } }), fields: [] },
  {
    row: 'read-only, PUT',
    schema: one({ readOnly: true, properties: { b: {} } }),
    method: 'PUT',
    fields: ['a.b fixed text']
  },
  { row: 'deprecated', schema: one({ deprecated: true, properties: { b: {} } }), fields: [] },
  { row: 'alternatives', schema: one({ oneOf: kinds }), fields: ['a.kind {a,b}', 'a.size number [undefined,5]'] },
  { row: 'any members', schema: one({ type: 'object' }), fields: [] },
  { row: 'any members, required', schema: one({ type: 'object' }, { required: ['a'] }), fields: [] },
  {
    row: 'a part that cannot be shown',
    schema: one({ properties: { b: { type: 'array' } }, required: ['b'] }, { required: ['a'] }),
    fields: [],
    findings: [/^a\.b: A form has a control for an array only/]
  },
  { row: 'part of itself', schema: person, fields: ['name* text'] },
  {
    row: 'part of itself, required',
    schema: { ...person, required: ['parent'] },
    fields: ['name text'],
    findings: [/^parent: It contains itself\. The route rejects/]
  },
  {
    row: 'part of itself, further in',
    schema: one({ $ref: 'person#', title: 'Owner' }),
    shared: { person: { ...person, $id: 'person' } },
    fields: ['a.name text']
  },
  {
    row: 'a part of two others',
    schema: {
      properties: {
        a: { $ref: '#/definitions/x' },
        b: { allOf: [{ $ref: '#/definitions/x' }], properties: { c: { $ref: '#/definitions/x' } } }
      },
      definitions: { x: { properties: { y: {} } } }
    },
    fields: ['a.y text', 'b.c.y text', 'b.y text']
  },
  {
    row: 'two members with one name',
    schema: { properties: { a: { properties: { b: { type: 'integer' } } }, 'a.b': {} } },
    fields: ['a.b text'],
    findings: [/^a\.b: Two members of the input have this name/]
  },
  {
    row: 'two members with one name, the outer first',
    schema: { properties: { 'a.b': {}, a: { properties: { b: { type: 'integer' } } } } },
    fields: ['a.b text'],
    findings: [/^a\.b: Two members/]
  }
])

t.test('a writeOnly field has no value, at any depth', async t => {
  const schema = one({
    writeOnly: true,
    properties: {
      b: { default: 'x' },
      c: { enum: ['x'], default: 'x' },
      d: { properties: { e: { anyOf: [{ type: 'integer' }, { type: 'boolean' }], default: 5 } } }
    }
  })
  const { fields } = deriveForm(schema, { method: 'POST', nested: true, shared: () => undefined })
  t.same(
    fields.map(({ property, secret }) => [property.value, property.options?.selectedValues, secret]),
    fields.map(() => [undefined, undefined, true])
  )
})

// Schemas that repeat, refer to themselves or share parts; some without an end, or with too many combinations.
const circular = (first: object, second: object) =>
  ({
    definitions: {
      x: { anyOf: [first, { $ref: '#/definitions/y' }] }, y: { anyOf: [second, { $ref: '#/definitions/x' }] }
    }
  })
const shared = (part: object, levels = 30): object =>
  levels === 0 ? part : shared({ anyOf: [part, { allOf: [part], title: 'x' }] }, levels - 1)
const kind = (kind: string) =>
  ({
    properties: { kind: { const: kind }, size: { type: 'integer', anyOf: [{ minimum: 1 }, { maximum: 9 }] }, n: {} },
    required: ['kind']
  })

table('alternatives of alternatives', true, [
  {
    row: 'that refer back, of values',
    schema: one({ $ref: '#/definitions/x' }, circular({ type: 'string', maxLength: 5 }, { type: 'number' })),
    fields: ['a text (undefined,5)']
  },
  {
    row: 'that refer back, of choices',
    schema: one({ $ref: '#/definitions/x' }, circular({ enum: ['a'] }, { enum: ['b'] })),
    fields: ['a {a}']
  },
  {
    row: 'that refer back, of objects',
    schema: one({ $ref: '#/definitions/x' }, circular(kind('a'), kind('b'))),
    fields: ['a text']
  },
  {
    row: 'that refer back, as the whole',
    schema: { $ref: '#/definitions/x', properties: { a: {} }, ...circular(kind('a'), kind('b')) },
    fields: ['a text']
  },
  {
    row: 'that share their parts, of values',
    schema: one(shared({ type: 'string', maxLength: 5 })),
    fields: ['a text (undefined,5)']
  },
  { row: 'that share their parts, of choices', schema: one(shared({ enum: ['a', 'b'] })), fields: ['a {a,b}'] },
  {
    row: 'that share their parts, of objects',
    schema: shared({ oneOf: [kind('a'), kind('b')] }),
    fields: ['kind* {a,b}', 'size number [1,undefined]', 'n text']
  },
  {
    row: 'that share their parts, without a control',
    schema: one(shared({ type: 'array' }), { required: ['a'] }),
    fields: [],
    findings: [/^a: (It has too many nested alternatives|A form has a control for an array)/]
  },
  {
    row: 'of one schema in two types',
    schema: {
      definitions: { x: { enum: [1] } },
      properties: {
        a: { type: 'integer', anyOf: [{ $ref: '#/definitions/x' }, { const: 2 }] },
        b: { type: 'string', anyOf: [{ $ref: '#/definitions/x' }, { const: 'c' }] }
      }
    },
    fields: ['a {1,2}', 'b {c}']
  }
])

const types = Array.from({ length: 8 }, (_, index) => `t${index}`)
const related = {
  definitions: Object.fromEntries(types.map(type => [
    type,
    {
      properties: {
        name: { type: 'string' }, ...Object.fromEntries(types.map(other => [other, { $ref: `#/definitions/${other}` }]))
      }
    }
  ]))
}

t.test('limits of fields and levels', async t => {
  const derived = (schema: object) => deriveForm(schema, { method: 'POST', nested: true, shared: () => undefined })
  const mutual = derived({ ...related, $ref: '#/definitions/t0' })
  t.equal(Math.max(...mutual.fields.map(({ path }) => path.length)), 4, 'in depth')
  t.match(mutual.findings, [{ name: /^t1\.t2\.t3\.t4$/, reason: /^A form has at most 4 levels/ }], 'one finding')
  const wide = derived({ properties: Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}`, {}])) })
  t.equal(wide.fields.length, 500, 'in number')
  t.match(wide.findings, [{ name: 'f500', reason: /^A form has at most 500 fields/ }], 'one finding')
})

t.test('the member of a dotted name', async t => {
  const { fields } = deriveForm({ properties: { 'a.b': {}, c: { properties: { 'd.e': {}, f: {} } } } }, {
    method: 'POST', nested: true, shared: () => undefined
  })
  t.same(fields.map(({ property, path }) => [property.name, path]), [
    ['a.b', ['a.b']], ['c.d.e', ['c', 'd.e']], ['c.f', ['c', 'f']]
  ])
})

// eslint-disable-next-line no-template-curly-in-string
const oneOrTwo = Type.TemplateLiteral('a${1|2}')
const node = Type.Recursive(This => Type.Object({ id: Type.String(), next: Type.Optional(This) }))
const module = Type.Module({
  Order: Type.Object({ quantity: Type.Ref('Quantity') }), Quantity: Type.Integer({ minimum: 1 })
})

table('TypeBox', true, [
  {
    row: 'scalars',
    schema: Type.Object({ a: Type.String({ minLength: 1 }), b: Type.Integer(), c: Type.Optional(Type.Boolean()) }),
    fields: ['a* text (1,undefined)', 'b* number', 'c {true,false}']
  },
  { row: 'Enum', schema: Type.Object({ a: Type.Enum({ A: 'a', B: 'b' }) }), fields: ['a* {a,b}'] },
  {
    row: 'Union of literals',
    schema: Type.Object({ a: Type.Union([Type.Literal('a'), Type.Literal(1), Type.Literal(true)]) }),
    fields: ['a* {a,1,true}']
  },
  { row: 'Literal', schema: Type.Object({ a: Type.Literal('a') }), fields: ['a* fixed hidden'] },
  { row: 'or null', schema: Type.Object({ a: Type.Union([Type.String(), Type.Null()]) }), fields: ['a*? text'] },
  {
    row: 'Array of literals',
    schema: Type.Object({ a: Type.Array(Type.Union([Type.Literal('a'), Type.Literal('b')])) }),
    fields: ['a* {a,b}']
  },
  {
    row: 'Intersect',
    schema: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Integer() })]),
    fields: ['a* text', 'b* number']
  },
  { row: 'Recursive', schema: node, fields: ['id* text'] },
  { row: 'Module', schema: module.Import('Order'), fields: ['quantity* number [1,undefined]'] },
  { row: 'TemplateLiteral', schema: Type.Object({ a: oneOrTwo }), fields: ['a* text ^a(1|2)$'] },
  {
    row: 'types that JSON does not have',
    schema: Type.Object({ a: Type.Optional(Type.Date()), b: Type.BigInt() }),
    fields: [],
    findings: [/^a: Its type 'Date'/, /^b: Its type 'bigint'/]
  },
  { row: 'Never', schema: Type.Object({ a: Type.Optional(Type.Never()) }), fields: [] }
])

const category = z.object({ name: z.string(), get parent () { return category.optional() } })

table('Zod', true, [
  {
    row: 'scalars',
    schema: z.object({
      a: z.string().min(1), b: z.int().min(0).max(9), c: z.boolean().optional(), d: z.number().default(1)
    }),
    fields: ['a* text (1,undefined)', 'b* number [0,9]', 'c {true,false}', 'd number']
  },
  {
    row: 'coerced',
    schema: z.object({ a: z.coerce.number(), b: z.coerce.date(), c: z.coerce.boolean() }),
    fields: ['a* number', 'b* text', 'c* {true,false}']
  },
  {
    row: 'enum and literals',
    schema: z.object({
      a: z.enum(['a', 'b']), b: z.literal(['a', 'b']), c: z.union([z.literal('a'), z.literal(1)]), d: z.literal('a')
    }),
    fields: ['a* {a,b}', 'b* {a,b}', 'c* {a,1}', 'd* fixed hidden']
  },
  {
    row: 'formats',
    schema: z.object({ a: z.url(), b: z.email({ pattern: /^.+@.+$/ }), c: z.string().regex(/^[a-z-]+$/) }),
    fields: ['a* url', 'b* email ^.+@.+$', 'c* text ^[a-z\\-]+$']
  },
  { row: 'nullable', schema: z.object({ a: z.string().nullable() }), fields: ['a*? text'] },
  {
    row: 'the input, not the output',
    schema: z.object({
      a: z.string().transform(Number), b: z.preprocess(Number, z.number()), c: z.string().pipe(z.coerce.number())
    }),
    fields: ['a* text', 'b* number', 'c* text']
  },
  {
    row: 'lists',
    schema: z.object({ a: z.array(z.enum(['a', 'b'])), b: z.array(z.string()).optional() }),
    fields: ['a* {a,b}']
  },
  {
    row: 'a discriminated union',
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), b: z.string() }), z.object({ kind: z.literal('c') })
    ]),
    fields: ['kind* {a,c}']
  },
  {
    row: 'an intersection',
    schema: z.intersection(z.object({ a: z.string() }), z.object({ b: z.int().min(1).max(2) })),
    fields: ['a* text', 'b* number [1,2]']
  },
  {
    row: 'with an id',
    schema: z.object({ a: z.object({ b: z.string() }).meta({ id: 'FormsTestPart' }) }),
    fields: ['a.b* text']
  },
  { row: 'part of itself', schema: category, fields: ['name* text'] },
  { row: 'anything', schema: z.object({ a: z.any(), b: z.unknown().optional() }), fields: ['a* text', 'b text'] },
  { row: 'never', schema: z.object({ a: z.never().optional() }), fields: [] },
  {
    row: 'a file',
    schema: z.object({ a: z.file() }),
    fields: [],
    findings: [/^a: A form has no control for binary data/]
  },
  {
    row: 'what cannot be represented',
    schema: z.object({
      a: z.date(),
      b: z.bigint().optional(),
      c: z.date().default(new Date(0)),
      d: z.instanceof(URL),
      e: z.string(),
      f: z.transform(Number),
      g: z.array(z.date()).optional()
    }),
    fields: ['e* text'],
    findings: [
      /^a: Its type 'date'/, /^b: Its type 'bigint'/, /^c: Its type 'date'/, /^d: Its type 'custom'/,
      /^f: Its type 'transform'/
    ]
  },
  { row: 'no object', schema: z.string(), fields: [] },
  {
    row: 'zod/mini, which does not report',
    schema: mini.object({ a: mini.string() }),
    fields: [],
    findings: [/^: The schema cannot be converted to a JSON schema/]
  },
  {
    row: 'Zod 3',
    schema: z3.object({ a: z3.string() }),
    fields: [],
    findings: [/^: Schemas of Zod 3 cannot be converted to JSON schemas: update to Zod 4\.$/]
  },
  {
    row: 'a library that fails',
    schema: { '~standard': { jsonSchema: { input () { throw new Error('not today') } } } },
    fields: [],
    findings: [/^: The schema has no JSON schema: Error: not today\.$/]
  },
  {
    row: 'a function that is a schema',
    schema: Object.assign(() => {}, { '~standard': { jsonSchema: { input: () => one({ type: 'string' }) } } }),
    fields: ['a text']
  }
])
