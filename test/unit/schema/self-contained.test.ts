import { Ajv } from 'ajv'
import t from 'tap'
import { selfContained } from '../../../lib/schema/self-contained.ts'

// A schema for an agent contains what it refers to, and its root has its members.

const SHARED: Readonly<Record<string, object>> = {
  city: { $id: 'city', type: 'string', minLength: 2 },
  address: {
    $id: 'address',
    type: 'object',
    required: ['city'],
    properties: { city: { $ref: 'city#' }, code: { $ref: '#/definitions/code' } },
    definitions: { code: { type: 'string', maxLength: 4 } }
  },
  A: { $id: 'A', type: 'string' },
  A_: { $id: 'A_', type: 'boolean' },
  tree: {
    $id: 'tree', type: 'object', required: ['name'], properties: { name: { type: 'string' }, child: { $ref: '#' } }
  },
  input: {
    $id: 'input', definitions: { order: { type: 'object', required: ['to'], properties: { to: { $ref: 'address#' } } } }
  }
}

const order = (to: object) => ({ type: 'object', required: ['to'], properties: { to } })
const named = { $id: 'place', type: 'object', required: ['city'], properties: { city: { $ref: '#/definitions/long' } } }

const ADDRESS = [{ to: { city: 'Bern' } }, { to: { city: 'B' } }] as const

// A schema; an input that it accepts, and one that it does not.
const ROWS: Readonly<Record<string, [schema: object, valid: object, invalid: object]>> = {
  'a shared schema': [order({ $ref: 'address#' }), ...ADDRESS],
  'its own references': [
    order({ $ref: 'address#' }), { to: { city: 'Bern', code: '3000' } }, { to: { city: 'Bern', code: '30000' } }
  ],
  'a part of a shared schema': [order({ $ref: 'address#/definitions/code' }), { to: '3000' }, { to: '30000' }],
  'a shared schema that contains itself': [
    order({ $ref: 'tree#' }), { to: { name: 'a', child: { name: 'b' } } }, { to: { name: 'a', child: {} } }
  ],
  'an own definition with the name of a shared schema': [
    {
      type: 'object',
      required: ['to'],
      properties: { to: { $ref: 'address#' }, n: { $ref: '#/$defs/address' } },
      $defs: { address: { type: 'number' } }
    },
    { to: { city: 'Bern' }, n: 1 }, { to: { city: 'Bern' }, n: 'x' }
  ],
  'two shared schemas beside an own definition': [
    {
      type: 'object',
      properties: { a: { $ref: 'A#' }, b: { $ref: 'A_#' }, c: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'number' } }
    },
    { a: 'x', b: true, c: 1 }, { a: true, b: true, c: 1 }
  ],
  'a definition with an identifier': [
    {
      ...order({ $ref: 'place' }),
      definitions: { place: { ...named, definitions: { long: { type: 'string', minLength: 2 } } } }
    },
    ...ADDRESS
  ],
  'a property with the name of a keyword': [
    { type: 'object', required: ['$id'], properties: { $id: { type: 'string' }, enum: { $ref: 'city#' } } },
    { $id: 'x', enum: 'Bern' }, { $id: 'x', enum: 'B' }
  ],
  'the root is a shared schema': [
    { $ref: 'address#' }, { city: 'Bern', code: '3000' }, { city: 'Bern', code: '30000' }
  ],
  'the root is a part of a shared schema': [{ $ref: 'input#/definitions/order' }, ...ADDRESS],
  'the root is a definition of its own': [
    {
      $ref: '#/definitions/order', definitions: { order: order({ $ref: '#/definitions/to' }), to: { $ref: 'address#' } }
    }, ...ADDRESS
  ],
  'the root leads to itself': [
    { $ref: '#/definitions/a', definitions: { a: { $ref: '#/definitions/b' }, b: { type: 'object' } } }, {}, []
  ]
}

for (const [name, [schema, valid, invalid]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const result = selfContained({ schema, shared: id => SHARED[id] })
    const validate = new Ajv({ strict: false }).compile(result)
    t.equal(validate(valid), true)
    t.equal(validate(invalid), false)
    t.equal(result['type'], 'object', 'the root has its members')
  })
}

t.test('a root whose keywords are also those of what it points to is kept', async t => {
  const base = { type: 'object', properties: { a: {} }, required: ['a'] }
  const schema = { $ref: '#/definitions/base', required: ['b'], definitions: { base } }
  t.same(selfContained({ schema, shared: () => undefined }), schema)
})

t.test('a pointer that is no URI', async t => {
  const schema = { $ref: '#/definitions/50%', definitions: { '50%': { type: 'object' } } }
  t.equal(selfContained({ schema, shared: () => undefined })['type'], 'object')
})

t.test('a root that points to itself is kept', async t => {
  t.same(selfContained({ schema: { $ref: '#' }, shared: () => undefined }), { $ref: '#' })
})
