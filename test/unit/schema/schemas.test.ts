import { Type } from '@sinclair/typebox'
import t from 'tap'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { z as z3 } from 'zod/v3'
import { deriveForm } from '../../support/derived-form.ts'

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

interface More {
  readonly shared?: Record<string, object>
  readonly method?: string
  /** One for each finding. */
  readonly findings?: RegExp[]
}

// A write into a schema would throw.
function freeze (value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(freeze)
}

type Row = readonly [schema: unknown, fields: string, more?: More]

function table (title: string, nested: boolean, rows: Readonly<Record<string, Row>>): void {
  t.test(title, async t => {
    for (const [row, [schema, fields, { shared = {}, method = 'POST', findings = [] } = {}]] of Object.entries(rows)) {
      if (!('~standard' in (schema as object))) freeze([schema, shared])
      const form = written(schema, { nested, method, shared })
      t.equal(form.fields.join(', '), fields, row)
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

table('references', false, {
  'to a definition': [one({ $ref: '#/definitions/x' }, { definitions: { x: { type: 'integer' } } }), 'a number'],
  'to $defs': [one({ $ref: '#/$defs/x' }, { $defs: { x: { type: 'integer' } } }), 'a number'],
  escaped: [
    one({ $ref: '#/definitions/x~1y~0z%20%25' }, { definitions: { 'x/y~z %': { type: 'integer' } } }), 'a number'
  ],
  'with a percent sign that escapes nothing': [
    one({ $ref: '#/definitions/100%' }, { definitions: { '100%': { type: 'integer' } } }), 'a number'
  ],
  'into a list': [one({ $ref: '#/list/1' }, { list: [{}, { type: 'integer' }] }), 'a number'],
  'to an anchor, draft 6': [one({ $ref: '#x' }, { definitions: { any: { $id: '#x', type: 'integer' } } }), 'a number'],
  'to an anchor, draft 2019': [one({ $ref: '#x' }, { $defs: { any: { $anchor: 'x', type: 'integer' } } }), 'a number'],
  'to an $id within': [one({ $ref: 'x' }, { definitions: { any: { $id: 'x', type: 'integer' } } }), 'a number'],
  'to an $id relative to another': [
    one({ $ref: 'https://a.example/b/x' }, {
      $id: 'https://a.example/b/c',
      definitions: { any: { $id: 'x', type: 'integer' } }
    }),
    'a number'
  ],
  'to a part of an $id within': [
    one({ $ref: 'x#/definitions/y' }, {
      definitions: {
        any: { $id: 'x', definitions: { y: { $ref: '#/definitions/z' }, z: { type: 'integer' } } },
        z: {}
      }
    }),
    'a number'
  ],
  'to two of one $id': [
    one({ $ref: '#/definitions/first' }, {
      definitions: { first: { $id: 'x', $ref: '#/definitions/y' }, second: { $id: 'x' }, y: { type: 'integer' } }
    }),
    'a number'
  ],
  'to a shared schema': [{ $ref: 'address#' }, 'street text, zip text (undefined,5)', { shared: { address } }],
  'to a shared schema, without #': [
    { $ref: 'address' }, 'street text, zip text (undefined,5)', { shared: { address } }
  ],
  'to a part of a shared schema': [
    one({ $ref: 'address#/properties/zip' }), 'a text (undefined,5)', { shared: { address } }
  ],
  'to a shared schema twice': [
    { properties: { a: { $ref: 'address#/properties/street' }, b: { $ref: 'address#/definitions/zip' } } },
    'a text, b text (undefined,5)', { shared: { address } }
  ],
  'to a shared schema, by its absolute $id': [
    one({ $ref: 'urn:x#/definitions/y' }), 'a number',
    { shared: { 'urn:x': { $id: 'urn:x', definitions: { y: { type: 'integer' } } } } }
  ],
  'from a base that nothing is relative to': [
    one({ $ref: 'address#/properties/zip' }, { $id: 'urn:x' }), 'a text (undefined,5)', { shared: { address } }
  ],
  'with keywords beside it': [
    one({ $ref: '#/definitions/x', maxLength: 9, title: 'A' }, {
      definitions: { x: { type: 'string', maxLength: 20, minLength: 1 } }
    }),
    'a text (1,9)'
  ],
  nowhere: [one({ $ref: '#/definitions/x' }), ''],
  'nowhere, required': [
    one({ $ref: '#/definitions/x' }, { required: ['a'] }), '',
    { findings: [/^a: Its \$ref '#\/definitions\/x' cannot be resolved\. The route rejects/] }
  ],
  'to no anchor': [one({ $ref: '#x' }, { required: ['a'] }), '', { findings: [/'#x' cannot be resolved/] }],
  'to no shared schema': [one({ $ref: 'x#' }, { required: ['a'] }), '', { findings: [/'x#' cannot be resolved/] }],
  'to a part of a text': [
    one({ $ref: '#/title/0' }, { title: 'x', required: ['a'] }), '', { findings: [/cannot be resolved/] }
  ],
  'to what every object inherits': [
    one({ $ref: '#/constructor' }, { required: ['a'] }), '', { findings: [/cannot be resolved/] }
  ],
  'nowhere, the whole': [{ $ref: 'x#' }, '', { findings: [/^: Its \$ref 'x#' cannot be resolved\.$/] }],
  'in a circle': [
    one({ $ref: '#/definitions/x' }, {
      definitions: { x: { $ref: '#/definitions/y', type: 'integer' }, y: { $ref: '#/definitions/x' } }
    }),
    'a number'
  ],
  'to itself': [{ $ref: '#', properties: { a: {} } }, 'a text']
})

table('parts', false, {
  allOf: [
    { allOf: [one({ type: 'string' }), { properties: { b: { type: 'integer' } }, required: ['b'] }], required: ['a'] },
    'a* text, b* number'
  ],
  'a member in several parts': [
    { allOf: [one({ type: 'number', maximum: 5 }), one({ type: 'integer', minimum: 1 })] }, 'a number [1,5]'
  ],
  'the narrower bounds': [
    one({
      type: 'integer',
      minimum: 1,
      maximum: 9,
      allOf: [
        { minimum: 2, maximum: 10 }, { exclusiveMinimum: 2, exclusiveMaximum: 8 },
        { exclusiveMinimum: 0, exclusiveMaximum: 9 }
      ]
    }),
    'a number [3,7]'
  ],
  'the narrower lengths': [
    one({ type: 'string', minLength: 1, allOf: [{ minLength: 3, maxLength: 9 }, { maxLength: 5 }] }), 'a text (3,5)'
  ],
  'common values': [one({ enum: ['a', 'b', 'c'], allOf: [{ enum: ['c', 'b', 'd'] }] }), 'a {b,c}'],
  'const among values': [one({ const: 'b', enum: ['a', 'b'] }), 'a fixed hidden'],
  'const among others': [
    one({ const: 'c', enum: ['a', 'b'] }, { required: ['a'] }), '', { findings: [/None of its values/] }
  ],
  'common types': [
    one({
      type: ['string', 'integer', 'boolean'],
      allOf: [{ type: ['number', 'boolean'] }, { type: ['number', 'array'] }]
    }),
    'a number'
  ],
  'number and integer': [one({ type: 'number', allOf: [{ type: 'integer' }] }), 'a number'],
  'no common type': [
    one({ type: 'string', allOf: [{ type: 'integer' }] }, { required: ['a'] }), '', { findings: [/no common type/] }
  ],
  flags: [one({ allOf: [{ readOnly: true }] }), 'a fixed text', { method: 'PUT' }],
  'a default in a part, which the validator does not fill in': [
    one({ allOf: [{ default: 'x' }] }, { required: ['a'] }), 'a* text'
  ],
  'one pattern twice': [one({ pattern: '^a$', allOf: [{ pattern: '^a$' }] }), 'a text ^a$'],
  'two patterns': [one({ pattern: '^a', allOf: [{ pattern: 'b$' }] }), 'a text [\\s\\S]*(?:^a)[\\s\\S]*'],
  'two steps': [one({ type: 'integer', multipleOf: 2, allOf: [{ multipleOf: 3 }] }), 'a number'],
  'a list in parts': [
    one({ type: 'array', items: { enum: ['a', 'b'] }, allOf: [{ items: { enum: ['b', 'c'] } }] }), 'a {b}'
  ],
  'keywords that are none': [
    one({ type: 5, enum: 'a', minimum: '5', title: 5, allOf: 'x', anyOf: {}, $ref: 5 }), 'a text'
  ]
})

const kinds = [
  { properties: { kind: { const: 'a' }, size: { type: 'integer', maximum: 9 }, only: {} }, required: ['kind', 'size'] },
  { properties: { size: { type: 'integer', maximum: 5 }, kind: { const: 'b' } }, required: ['kind'] }
]

// The values that both a type and an alternative allow.
const kindOf = (...values: string[]) => ({
  properties: { kind: { type: 'string' } }, oneOf: values.map(value => ({ properties: { kind: { const: value } } }))
})

table('alternatives of objects', false, {
  'what all have': [{ oneOf: kinds }, 'kind* {a,b}, size number [undefined,5]'],
  'beside what is always there': [
    { anyOf: kinds, properties: { name: { type: 'string' } }, required: ['name', 'size'] },
    'name* text, kind* {a,b}, size* number [undefined,5]'
  ],
  'members that alternatives only demand': [
    { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['a', 'b'] }] }, 'a* text, b text'
  ],
  'by reference': [
    { oneOf: [{ $ref: '#/definitions/a' }, { $ref: '#/definitions/b' }], definitions: { a: kinds[0], b: kinds[1] } },
    'kind* {a,b}, size number [undefined,5]'
  ],
  'of alternatives': [
    { oneOf: [{ oneOf: kinds }, { properties: { kind: { const: 'c' } }, required: ['kind'] }] }, 'kind* {a,b,c}'
  ],
  'of alternatives, beside a type': [{ oneOf: [kindOf('a', 'b'), kindOf('b', 'c')] }, 'kind {b}'],
  'with alternatives in a member': [
    { oneOf: [one({ anyOf: [{ type: 'number' }, { type: 'boolean' }] }), one({ type: 'boolean' })] }, 'a {true,false}'
  ],
  'nothing in common': [{ oneOf: [one({}), { properties: { b: {} } }] }, ''],
  'a default in an alternative, which the validator does not fill in': [
    {
      oneOf: [one({ type: 'string', default: 'x' }, { required: ['a'] }), one({ type: 'string' }, { required: ['a'] })]
    },
    'a* text'
  ],
  'that are their own alternative': [{ anyOf: [{ $ref: '#' }, one({})], properties: { b: {} } }, 'b text'],
  'or null': [{ anyOf: [one({ type: 'integer' }), { type: 'null' }] }, 'a number'],
  'patternProperties, if and not': [
    one({}, {
      patternProperties: { '^x': {} },
      if: one({ const: 1 }),
      then: { required: ['b'] },
      not: { required: ['c'] },
      additionalProperties: { type: 'string' }
    }),
    'a text'
  ]
})

const person = { type: 'object', properties: { name: { type: 'string' }, parent: { $ref: '#' } }, required: ['name'] }

const WRITE_ONLY = one({
  writeOnly: true,
  properties: {
    b: { default: 'x' },
    c: { enum: ['x'], default: 'x' },
    d: { properties: { e: { anyOf: [{ type: 'integer' }, { type: 'boolean' }], default: 5 } } }
  }
})

table('objects in objects', true, {
  'dotted names': [
    one({ type: 'object', properties: { b: { properties: { c: { type: 'integer' } } }, d: {} } }),
    'a.b.c number, a.d text'
  ],
  'required all the way': [
    one({ required: ['b'], properties: { b: {}, c: {} } }, { required: ['a'] }), 'a.b* text, a.c text'
  ],
  'required in what is not': [one({ required: ['b'], properties: { b: {} } }), 'a.b text'],
  'required in what may be null': [
    one({ type: ['object', 'null'], required: ['b'], properties: { b: {} } }, { required: ['a'] }), 'a.b*? text'
  ],
  'required in what has a default': [
    one({ required: ['b'], properties: { b: {} }, default: {} }, { required: ['a'] }), 'a.b text'
  ],
  'required, PATCH': [
    one({ required: ['b'], properties: { b: {} } }, { required: ['a'] }), 'a.b* text', { method: 'PATCH' }
  ],
  'any members of what is only written': [WRITE_ONLY, 'a.b password, a.c {x}, a.d.e password'],
  'read-only': [one({ readOnly: true, properties: { b: {} } }), ''],
  'read-only, PUT': [one({ readOnly: true, properties: { b: {} } }), 'a.b fixed text', { method: 'PUT' }],
  deprecated: [one({ deprecated: true, properties: { b: {} } }), ''],
  alternatives: [one({ oneOf: kinds }), 'a.kind {a,b}, a.size number [undefined,5]'],
  'any members': [one({ type: 'object' }), ''],
  'any members, required': [one({ type: 'object' }, { required: ['a'] }), ''],
  'a part that cannot be shown': [
    one({ properties: { b: { type: 'array' } }, required: ['b'] }, { required: ['a'] }), '',
    { findings: [/^a\.b: A form has a control for an array only/] }
  ],
  'part of itself': [person, 'name* text'],
  'part of itself, required': [
    { ...person, required: ['parent'] }, 'name text', { findings: [/^parent: It contains itself\. The route rejects/] }
  ],
  'part of itself, further in': [
    one({ $ref: 'person#', title: 'Owner' }), 'a.name text', { shared: { person: { ...person, $id: 'person' } } }
  ],
  'a part of two others': [
    {
      properties: {
        a: { $ref: '#/definitions/x' },
        b: { allOf: [{ $ref: '#/definitions/x' }], properties: { c: { $ref: '#/definitions/x' } } }
      },
      definitions: { x: { properties: { y: {} } } }
    },
    'a.y text, b.c.y text, b.y text'
  ],
  'two members with one name': [
    { properties: { a: { properties: { b: { type: 'integer' } } }, 'a.b': {} } }, 'a.b text',
    { findings: [/^a\.b: Two members of the input have this name/] }
  ],
  'two members with one name, the outer first': [
    { properties: { 'a.b': {}, a: { properties: { b: { type: 'integer' } } } } }, 'a.b text',
    { findings: [/^a\.b: Two members/] }
  ]
})

t.test('a writeOnly field has no value, at any depth', async t => {
  const { fields } = deriveForm(WRITE_ONLY, { method: 'POST', nested: true, shared: () => undefined })
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

table('alternatives of alternatives', true, {
  'that refer back, of values': [
    one({ $ref: '#/definitions/x' }, circular({ type: 'string', maxLength: 5 }, { type: 'number' })),
    'a text (undefined,5)'
  ],
  'that refer back, of choices': [
    one({ $ref: '#/definitions/x' }, circular({ enum: ['a'] }, { enum: ['b'] })), 'a {a}'
  ],
  'that refer back, of objects': [one({ $ref: '#/definitions/x' }, circular(kind('a'), kind('b'))), 'a text'],
  'that refer back, as the whole': [
    { $ref: '#/definitions/x', properties: { a: {} }, ...circular(kind('a'), kind('b')) }, 'a text'
  ],
  'that share their parts, of values': [one(shared({ type: 'string', maxLength: 5 })), 'a text (undefined,5)'],
  'that share their parts, of choices': [one(shared({ enum: ['a', 'b'] })), 'a {a,b}'],
  'that share their parts, of objects': [
    shared({ oneOf: [kind('a'), kind('b')] }), 'kind* {a,b}, size number [1,undefined], n text'
  ],
  'that share their parts, without a control': [
    one(shared({ type: 'array' }), { required: ['a'] }), '',
    { findings: [/^a: (It has too many nested alternatives|A form has a control for an array)/] }
  ],
  'of one schema in two types': [
    {
      definitions: { x: { enum: [1] } },
      properties: {
        a: { type: 'integer', anyOf: [{ $ref: '#/definitions/x' }, { const: 2 }] },
        b: { type: 'string', anyOf: [{ $ref: '#/definitions/x' }, { const: 'c' }] }
      }
    },
    'a {1,2}, b {c}'
  ]
})

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
  t.equal(Math.max(...mutual.fields.map(({ path }) => path.length)), 6, 'in depth')
  t.match(mutual.findings, [{ name: /^t1\.t2\.t3\.t4\.t5\.t6$/, reason: /^A form has at most 6 levels/ }], 'one finding')
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

table('TypeBox', true, {
  scalars: [
    Type.Object({ a: Type.String({ minLength: 1 }), b: Type.Integer(), c: Type.Optional(Type.Boolean()) }),
    'a* text (1,undefined), b* number, c {true,false}'
  ],
  Enum: [Type.Object({ a: Type.Enum({ A: 'a', B: 'b' }) }), 'a* {a,b}'],
  'Union of literals': [
    Type.Object({ a: Type.Union([Type.Literal('a'), Type.Literal(1), Type.Literal(true)]) }), 'a* {a,1,true}'
  ],
  Literal: [Type.Object({ a: Type.Literal('a') }), 'a* fixed hidden'],
  'or null': [Type.Object({ a: Type.Union([Type.String(), Type.Null()]) }), 'a*? text'],
  'Array of literals': [Type.Object({ a: Type.Array(Type.Union([Type.Literal('a'), Type.Literal('b')])) }), 'a* {a,b}'],
  Intersect: [
    Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Integer() })]), 'a* text, b* number'
  ],
  Recursive: [node, 'id* text'],
  Module: [module.Import('Order'), 'quantity* number [1,undefined]'],
  TemplateLiteral: [Type.Object({ a: oneOrTwo }), 'a* text ^a(1|2)$'],
  'types that JSON does not have': [
    Type.Object({ a: Type.Optional(Type.Date()), b: Type.BigInt() }), '',
    { findings: [/^a: Its type 'Date'/, /^b: Its type 'bigint'/] }
  ],
  Never: [Type.Object({ a: Type.Optional(Type.Never()) }), '']
})

const category = z.object({ name: z.string(), get parent () { return category.optional() } })

table('Zod', true, {
  scalars: [
    z.object({ a: z.string().min(1), b: z.int().min(0).max(9), c: z.boolean().optional(), d: z.number().default(1) }),
    'a* text (1,undefined), b* number [0,9], c {true,false}, d number'
  ],
  coerced: [
    z.object({ a: z.coerce.number(), b: z.coerce.date(), c: z.coerce.boolean() }),
    'a* number, b* text, c* {true,false}'
  ],
  'enum and literals': [
    z.object({
      a: z.enum(['a', 'b']),
      b: z.literal(['a', 'b']),
      c: z.union([z.literal('a'), z.literal(1)]),
      d: z.literal('a')
    }),
    'a* {a,b}, b* {a,b}, c* {a,1}, d* fixed hidden'
  ],
  formats: [
    z.object({ a: z.url(), b: z.email({ pattern: /^.+@.+$/ }), c: z.string().regex(/^[a-z-]+$/) }),
    'a* url, b* email ^.+@.+$, c* text ^[a-z\\-]+$'
  ],
  nullable: [z.object({ a: z.string().nullable() }), 'a*? text'],
  'the input, not the output': [
    z.object({
      a: z.string().transform(Number),
      b: z.preprocess(Number, z.number()),
      c: z.string().pipe(z.coerce.number())
    }),
    'a* text, b* number, c* text'
  ],
  lists: [z.object({ a: z.array(z.enum(['a', 'b'])), b: z.array(z.string()).optional() }), 'a* {a,b}'],
  'a discriminated union': [
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), b: z.string() }), z.object({ kind: z.literal('c') })
    ]),
    'kind* {a,c}'
  ],
  'an intersection': [
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.int().min(1).max(2) })), 'a* text, b* number [1,2]'
  ],
  'with an id': [z.object({ a: z.object({ b: z.string() }).meta({ id: 'FormsTestPart' }) }), 'a.b* text'],
  'part of itself': [category, 'name* text'],
  anything: [z.object({ a: z.any(), b: z.unknown().optional() }), 'a* text, b text'],
  never: [z.object({ a: z.never().optional() }), ''],
  'a file': [z.object({ a: z.file() }), '', { findings: [/^a: A form has no control for binary data/] }],
  'what cannot be represented': [
    z.object({
      a: z.date(),
      b: z.bigint().optional(),
      c: z.date().default(new Date(0)),
      d: z.instanceof(URL),
      e: z.string(),
      f: z.transform(Number),
      g: z.array(z.date()).optional()
    }),
    'e* text',
    {
      findings: [
        /^a: Its type 'date'/, /^b: Its type 'bigint'/, /^c: Its type 'date'/, /^d: Its type 'custom'/,
        /^f: Its type 'transform'/
      ]
    }
  ],
  'no object': [z.string(), ''],
  'zod/mini, which does not report': [
    mini.object({ a: mini.string() }), '', { findings: [/^: The schema cannot be converted to a JSON schema/] }
  ],
  'Zod 3': [
    z3.object({ a: z3.string() }), '',
    { findings: [/^: Schemas of Zod 3 cannot be converted to JSON schemas: update to Zod 4\.$/] }
  ],
  'a library that fails': [
    { '~standard': { jsonSchema: { input () { throw new Error('not today') } } } }, '',
    { findings: [/^: The schema has no JSON schema: Error: not today\.$/] }
  ],
  'a function that is a schema': [
    Object.assign(() => {}, { '~standard': { jsonSchema: { input: () => one({ type: 'string' }) } } }), 'a text'
  ]
})
