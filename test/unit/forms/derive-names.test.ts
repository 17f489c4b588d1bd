import Fastify from 'fastify'
import t from 'tap'
import { deriveForm } from '../../support/derived-form.ts'

// Field names are the app's own, verbatim; those that a route cannot be sent are no fields.

const objectWith = (name: string, schema: unknown, required: readonly string[] = []) =>
  ({ type: 'object', properties: Object.fromEntries([[name, schema]]), required }) as const

const formOf = (schema: object, nested: boolean, method = 'POST') =>
  deriveForm(schema, { method, nested, shared: () => undefined })

const verbatim = [
  '', ' ', 'a.b', '.', '..', 'a[b]', 'a[]', '[0]', '$ref', 'properties', 'hasOwn', 'é', '\ud800', '"', '\n', '0',
  'a'.repeat(10_000)
]

const textField = (name: string) => ({
  property: { name, type: 'text' },
  path: [name],
  many: false,
  required: false,
  secret: false,
  type: null,
  format: null
})

t.test('names are verbatim', async t => {
  for (const name of verbatim) {
    for (const nested of [false, true]) {
      const { fields, findings } = formOf(objectWith(name, { type: 'string' }), nested)
      t.strictSame(fields, [textField(name)], JSON.stringify(name).slice(0, 40))
      t.same(findings, [])
    }
  }
})

const rejected: Array<[name: string, nested: boolean]> = [
  ['__proto__', false],
  ['__proto__', true],
  ['constructor', true],
  ['prototype', true],
  ['a.__proto__', true],
  ['a.constructor.b', true],
  ['prototype.a', true]
]

t.test('names that no parser accepts are no fields', async t => {
  for (const [name, nested] of rejected) {
    const { fields, findings } = formOf(objectWith(name, { type: 'string' }), nested)
    t.same(fields, [], name)
    t.match(findings, [{ name, reason: /reject this name: rename it/ }], name)
  }
  const { fields, findings } = formOf(objectWith('a', objectWith('__proto__', { type: 'string' })), true)
  t.same(fields, [])
  t.match(findings, [{ name: 'a.__proto__' }])
})

// The router, the parser and the validator are the reference.
t.test('a route accepts a field of every name, and rejects inputs without those that the form requires', async t => {
  // Ajv itself fails over a lone surrogate.
  for (const name of [
    ...verbatim.filter(name => name !== '\ud800'), 'prototype', 'constructor', 'toString', 'hasOwnProperty',
    '__defineGetter__'
  ]) {
    const body = objectWith(name, { type: 'string' })
    const { fields: [field] } = formOf(body, false)
    const app = Fastify()
    app.post('/', { schema: { body } }, async request => Object.entries(request.body as object))
    const send = (payload: object) => app.inject({ method: 'POST', url: '/', payload })

    const label = JSON.stringify(name).slice(0, 40)
    const sent = await send(Object.fromEntries([[field!.property.name, 'x']]))
    t.equal(sent.statusCode, 200, label)
    t.same(sent.json(), [[name, 'x']], label)
    t.equal((await send({})).statusCode, field!.required ? 400 : 200, `${label} absent`)
    t.equal(field!.property.required === true, field!.required, label)
    await app.close()
  }
  t.equal(Object.hasOwn(Object.prototype, 'x'), false)
})

t.test('a parsed query inherits nothing', async t => {
  const { fields: [field] } = formOf(objectWith('toString', { type: 'string' }), false, 'GET')
  t.same(field, textField('toString'))
})

t.test('no prototype is changed by a schema', async t => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const schema =
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"properties":{"polluted":{"default":"x"}}},' +
        '"a":{"$ref":"#/__proto__"},"b":{"$ref":"#/constructor/prototype"}},"__proto__":{"type":"integer"}}'
    ) as object
  const { fields } = formOf(schema, true)
  t.same(fields.map(({ property }) => [property.name, property.type]), [['a', 'number']])
  t.same(Object.getOwnPropertyNames(Object.prototype), before)
})
