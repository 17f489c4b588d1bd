import { Type as NewType, TypeBoxValidatorCompiler as NewCompiler } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { TypeBoxValidatorCompiler as OldCompiler } from 'type-provider-typebox5'
import { z } from 'zod'
import { createFormInput } from '../../../lib/forms/input/form-input.ts'
import { deriveTree } from '../../../lib/forms/tree/derive-tree.ts'
import hyper from '../../../lib/index.ts'
import { header } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'

// What the option formInput of a route makes of the names and values that a form sends.

const text = { type: 'string' }
const orNull = { type: ['string', 'null'] }
const several = { type: 'array', items: { enum: ['a', 'b', 'l'] } }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const inputOf = (schema: object, method = 'POST') =>
  createFormInput(deriveTree(schema, { method, contentType: null, shared: () => undefined }), method)

const FORM = object({
  name: text,
  note: text,
  tags: several,
  sizes: several,
  address: object({ street: text, geo: object({ lat: text }), lines: several }),
  lines: { type: 'array', items: object({ id: { type: 'integer' }, q: text, of: orNull }, ['id', 'of']) },
  numbers: { type: 'array', items: { type: 'number' } },
  words: { type: 'array', items: text },
  pay: {
    oneOf: [
      object({ kind: { const: 'card' }, number: { type: 'integer' } }),
      object({ kind: { const: 'cash' }, given: { type: 'number' } })
    ]
  }
}, ['name', 'sizes'])

const TEXT = Buffer.from('text')
const adapt = inputOf(FORM)

// What is sent, and what the validator gets.
const ROWS: Readonly<Record<string, readonly [sent: unknown, got: unknown]>> = {
  nothing: [{}, {}],
  'what fits already': [
    { name: 'x', tags: ['a'], note: 5, address: { street: 's' } },
    { name: 'x', tags: ['a'], note: 5, address: { street: 's' } }
  ],
  'names that are no field': [
    { other: '', 'a.b': [''], 'a[b]': ['x'], '': 'y' }, { other: '', 'a.b': [''], 'a[b]': ['x'], '': 'y' }
  ],

  'an empty text': [{ note: '' }, {}],
  'an empty text that is required': [{ name: '' }, { name: '' }],
  'an empty text in a list of one': [{ note: [''] }, {}],
  'null for a text': [{ note: null }, { note: null }],
  'a list with nothing chosen': [{ tags: [''] }, {}],
  'an empty text for a list': [{ tags: '' }, {}],
  'an empty text beside what was chosen': [{ tags: ['', 'a', '', 'b'] }, { tags: ['a', 'b'] }],
  'an empty list': [{ tags: [] }, { tags: [] }],
  'an empty text in a list that is required': [{ sizes: [''] }, { sizes: [''] }],
  'an empty nested text': [{ 'address.street': '' }, {}],

  'a list of one for one value': [{ name: ['x'], note: [5] }, { name: 'x', note: 5 }],
  'a list of one beside an empty text': [{ note: ['', 'x'] }, { note: 'x' }],
  'a list of two for one value': [{ note: ['x', 'y'] }, { note: ['x', 'y'] }],
  'an empty list for one value': [{ note: [] }, { note: [] }],
  'one text for a list': [{ tags: 'a', sizes: 'b' }, { tags: ['a'], sizes: ['b'] }],
  'one number and one boolean for a list': [{ tags: 1, sizes: false }, { tags: [1], sizes: [false] }],
  'null and an object for a list': [{ tags: null, sizes: { a: 1 } }, { tags: null, sizes: { a: 1 } }],

  'a dotted name': [{ 'address.street': 's' }, { address: { street: 's' } }],
  'dotted names that share a beginning': [
    { 'address.street': 's', note: 'n', 'address.geo.lat': '1' },
    { note: 'n', address: { street: 's', geo: { lat: '1' } } }
  ],
  'a nested list': [{ 'address.lines': 'l', 'address.street': ['s'] }, { address: { lines: ['l'], street: 's' } }],
  'a dotted name beside what is nested': [
    { address: { geo: { lon: 2 }, x: 1 }, 'address.geo.lat': 1 }, { address: { geo: { lon: 2, lat: 1 }, x: 1 } }
  ],
  'a dotted name before what is nested': [
    { 'address.geo.lat': 1, address: { geo: { lon: 2 }, x: 1 } }, { address: { geo: { lon: 2, lat: 1 }, x: 1 } }
  ],
  'what is nested already': [
    { address: { street: '', lines: 'l', geo: ['x'] } }, { address: { lines: ['l'], geo: ['x'] } }
  ],
  'null under a dotted name': [{ 'address.street': null }, { address: { street: null } }],

  'one of a list of any texts or numbers': [{ words: 'x', numbers: '5' }, { words: ['x'], numbers: [5] }],
  'texts and numbers of a list': [
    { words: ['', 'x'], numbers: ['1', 2, 'x'] }, { words: ['', 'x'], numbers: [1, 2, 'x'] }
  ],
  'empty controls of lists': [{ words: '', numbers: '', lines: '' }, {}],
  rows: [
    { 'lines[0].id': '1', 'lines[0].q': '', 'lines[2].id': '3', 'lines[2].q': 'x' },
    { lines: [{ id: 1, of: null }, { id: 3, q: 'x', of: null }] }
  ],
  'a row that nobody filled': [
    { 'lines[0].id': '', 'lines[0].q': '', 'lines[1].id': '2' }, { lines: [{ id: 2, of: null }] }
  ],
  'rows in JSON': [{ lines: [{ id: '1', of: 'x' }] }, { lines: [{ id: 1, of: 'x' }] }],
  'the alternative of a constant': [{ pay: { kind: 'card', number: '5' } }, { pay: { kind: 'card', number: 5 } }],
  'another alternative': [{ pay: { kind: 'cash', given: '5.5' } }, { pay: { kind: 'cash', given: 5.5 } }],
  'a constant in a list': [{ pay: { kind: ['card'], number: '5' } }, { pay: { kind: 'card', number: 5 } }],
  'an object in place of a constant': [
    { pay: { kind: { toString: 1, valueOf: 1 }, given: '5' } },
    { pay: { kind: { toString: 1, valueOf: 1 }, given: '5' } }
  ],
  'a list with such an object': [{ pay: { kind: [{ toString: 1 }] } }, { pay: { kind: { toString: 1 } } }],
  'no alternative': [{ pay: { kind: 'none', given: '5' } }, { pay: { kind: 'none', given: '5' } }],

  'a list': [['x'], ['x']],
  'a text': ['', ''],
  null: [null, null],
  'no body': [undefined, undefined],
  'a buffer': [TEXT, TEXT]
}

t.test('input and what becomes of it', async t => {
  for (const [name, [sent, got]] of Object.entries(ROWS)) {
    const before = structuredClone(sent)
    t.strictSame(adapt(sent), got, name)
    t.strictSame(structuredClone(sent), before, `${name}: what was sent is as it was`)
  }
})

t.test('names that every object inherits', async t => {
  const adapt = inputOf(object({ valueOf: object({ toString: text }) }))
  t.strictSame(adapt({ 'valueOf.toString': 'x' }), { valueOf: { toString: 'x' } })
})

t.test('an empty nested text that is required', async t => {
  const members = { to: object({ name: text }, ['name']) }
  t.strictSame(inputOf(object(members, ['to']))({ 'to.name': '' }), { to: { name: '' } })
  t.strictSame(inputOf(object(members))({ 'to.name': '' }), {}, 'in an object that is optional')
})

t.test('a new object, with the prototype of what was sent', async t => {
  const address = Object.freeze({ city: 'c' })
  const sent = Object.freeze({ address, 'address.street': 's' })
  t.same(adapt(sent), { address: { city: 'c', street: 's' } })
  t.same(address, { city: 'c' })
  t.equal(Object.getPrototypeOf(adapt(sent)), Object.prototype)
  t.equal(Object.getPrototypeOf(adapt(Object.assign(Object.create(null), sent))), null)
  class Upload { note = '' }
  const upload = new Upload()
  t.equal(adapt(upload), upload, 'an instance of a class is no input of names and values')
})

// A copy reads the names of an object once, and so does nothing else here.
t.test('a nested object is copied once, whatever the number of fields below it', async t => {
  const names = Array.from({ length: 50 }, (_, index) => `f${index}`)
  const membersOf = (type: unknown) => Object.fromEntries(names.map(name => [name, { type }]))
  const geo = object(membersOf(['string', 'null']), names)
  const address = object({ ...membersOf('string'), geo, other: object({}) }, ['geo', 'other'])
  const adapt = inputOf(object({ address }, ['address']))
  const copies = { address: 0, geo: 0 }
  const counted = (name: keyof typeof copies, members: object) =>
    new Proxy(members, { ownKeys: target => { copies[name]++; return Reflect.ownKeys(target) } })
  const sent = { address: counted('address', { city: 'c', geo: counted('geo', { area: 'a' }) }) }
  t.same(adapt({ ...sent, ...Object.fromEntries(names.map(name => [`address.${name}`, name])) }), {
    address: {
      city: 'c',
      geo: { area: 'a', ...Object.fromEntries(names.map(name => [name, null])) },
      other: {},
      ...Object.fromEntries(names.map(name => [name, name]))
    }
  })
  t.same(copies, { address: 1, geo: 1 })
})

// Names that are rejected, whatever the form declares; JSON.parse makes own members of all of them.
const FORBIDDEN = [
  '__proto__', 'constructor', 'prototype', 'a.__proto__.b', '__proto__.polluted', 'constructor.prototype.polluted',
  'address.constructor', 'prototype.x', `${'a.'.repeat(5000)}__proto__`
]
const LEGAL = [
  '__proto', 'constructors', 'a[__proto__]', 'a__proto__', 'x'.repeat(10_000), 'a.'.repeat(5000), '..', 'toString',
  'hasOwnProperty'
]

const isUnchanged = (t: Test) => {
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
  t.same(Object.keys(Object.prototype), [])
}

t.test('null replaces a required field that was omitted', async t => {
  const members = { a: orNull, b: object({ c: orNull, d: text }, ['c']) }
  const adapt = inputOf(object(members, ['a']))
  const rows: Array<[sent: object, got: object]> = [
    [{}, { a: null }],
    [{ a: '' }, { a: null }],
    [{ a: [''] }, { a: null }],
    [{ a: null }, { a: null }],
    [{ a: 'x' }, { a: 'x' }],
    [{ a: 'x', 'b.d': 'y' }, { a: 'x', b: { d: 'y', c: null } }],
    [{ a: 'x', b: { d: 'y' }, 'b.c': '' }, { a: 'x', b: { d: 'y', c: null } }],
    [{ a: 'x', 'b.d': '' }, { a: 'x' }],
    [{ a: 'x', b: null }, { a: 'x', b: null }]
  ]
  for (const [sent, got] of rows) t.strictSame(adapt(Object.freeze(sent)), got, JSON.stringify(sent))
  t.strictSame(
    inputOf(object(members, ['a', 'b']))({ a: 'x' }), { a: 'x', b: { c: null } },
    'in an object that is needed too'
  )
})

t.test('names of prototypes are rejected', async t => {
  const names = JSON.parse('{"__proto__":{"properties":{"polluted":{}}},"constructor":{}}') as object
  const hostile = inputOf(object({ ...FORM.properties, ...names }))
  for (const name of FORBIDDEN) {
    const sent = JSON.parse(`{${JSON.stringify(name)}:{"polluted":true}}`) as object
    t.throws(() => hostile(sent), {
      code: 'FST_ERR_HYPER_INVALID_INPUT',
      statusCode: 400,
      validationContext: 'body',
      validation: [{ instancePath: '', keyword: 'propertyNames', params: { propertyName: name } }]
    }, name.slice(-40))
  }
  for (const name of LEGAL) {
    t.strictSame(Object.entries(adapt({ [name]: ['x'] }) as object), [[name, ['x']]], name.slice(0, 40))
  }
  const nested =
    adapt(JSON.parse('{"address":{"__proto__":{"polluted":true}},"address.street":"s"}')) as { address: object }
  t.strictSame(Object.getPrototypeOf(nested.address), Object.prototype)
  t.same(Object.keys(nested.address), ['__proto__', 'street'], 'a member is a member, for the schema to validate')
  isUnchanged(t)
})

// Each sets one member twice, or a member of something that is no object.
const SENT_TWICE: Readonly<Record<string, object>> = {
  'a value that is nested too': { address: { street: 's' }, 'address.street': 's' },
  'a value that is null there': { address: { street: null }, 'address.street': 's' },
  'a text in its place': { address: '', 'address.street': 's' },
  'null in its place': { address: null, 'address.street': 's' },
  'a list on the way': { address: { geo: [] }, 'address.geo.lat': 1 },
  'a row that has a value': { 'lines[0]': 'x', 'lines[0].id': 'y' }
}

t.test('a value that is sent twice', async t => {
  for (const [name, sent] of Object.entries(SENT_TWICE)) {
    t.throws(() => adapt(sent), {
      code: 'FST_ERR_HYPER_INVALID_INPUT',
      statusCode: 400,
      message: /^body: the field '(address\.(street|geo\.lat)|lines\[0\]\.id)' is rejected\. Its place has a value already/
    }, name)
  }
})

// The same input in three dialects: a required name, an optional count, note, tags, and an address.
const TAGS = ['a', 'b']
const DIALECTS: Readonly<Record<string, unknown>> = {
  'JSON schema': {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      note: { type: 'string', minLength: 1 },
      tags: { type: 'array', items: { type: 'string', enum: TAGS } },
      address: { type: 'object', properties: { street: { type: 'string', minLength: 1 }, city: { type: 'string' } } }
    }
  },
  TypeBox: Type.Object({
    name: Type.String(),
    note: Type.Optional(Type.String({ minLength: 1 })),
    tags: Type.Optional(Type.Array(Type.Union(TAGS.map(tag => Type.Literal(tag))))),
    address: Type.Optional(Type.Object({
      street: Type.Optional(Type.String({ minLength: 1 })), city: Type.Optional(Type.String())
    }))
  }),
  Zod: z.object({
    name: z.string(),
    note: z.string().min(1).optional(),
    tags: z.array(z.enum(['a', 'b'])).optional(),
    address: z.object({ street: z.string().min(1).optional(), city: z.string().optional() }).optional()
  })
}

const JSON_TYPE: [string, string] = ['Content-Type', 'application/json']
const ON = { hyper: { formInput: true } }

/** A server whose routes respond with the input that their handlers get. */
async function echo (
  t: Test, schema: unknown, declare: (app: FastifyInstance) => unknown = () => {}, options: FastifyServerOptions = {}
) {
  const { send, app } = await serve(t, async app => {
    await app.register(hyper)
    if (schema instanceof z.ZodType) app.setValidatorCompiler(validatorCompiler)
    await declare(app)
    app.route({
      method: ['POST', 'PUT', 'PATCH'],
      url: '/',
      schema: { body: schema },
      config: ON,
      handler: async ({ body }) => ({ got: body })
    })
    app.route({
      method: ['GET', 'DELETE'],
      url: '/',
      schema: { querystring: schema },
      config: ON,
      handler: async ({ query }) => ({ got: query })
    })
    app.post('/plain', { schema: { body: schema } }, async ({ body }) => ({ got: body }))
  }, options)
  return {
    app,
    async sent (method: string, body: string, path = '/', type = JSON_TYPE) {
      const response = await send(method === 'GET' || method === 'DELETE'
        ? { method, path: `${path}?${body}` }
        : { method, path, headers: [type], body })
      return {
        status: response.status,
        type: header(response, 'content-type'),
        document: JSON.parse(response.body.toString()) as { got?: unknown, code?: string, message?: string }
      }
    }
  }
}

// What clients send, as JSON and as a query, and what a handler gets.
const SENT: Readonly<Record<string, readonly [body: string, query: string | null, got: object]>> = {
  'an empty form': [
    '{"name":"x","note":"","tags":[""],"address.street":"","address.city":""}',
    'name=x&note=&tags=&address.street=&address.city=', { name: 'x' }
  ],
  'a form that is filled in': [
    '{"name":"x","note":"n","tags":["a","b"],"address.street":"s"}', 'name=x&note=n&tags=a&tags=b&address.street=s',
    { name: 'x', note: 'n', tags: ['a', 'b'], address: { street: 's' } }
  ],
  'a list for each field': [
    '{"name":["x"],"note":["n"],"tags":["a"],"address.city":["c"]}', null,
    { name: 'x', note: 'n', tags: ['a'], address: { city: 'c' } }
  ],
  'one of a list': ['{"name":"x","tags":"a"}', 'name=x&tags=a', { name: 'x', tags: ['a'] }],
  'nested already': [
    '{"name":"x","address":{"street":"s"},"address.city":"c"}', null, { name: 'x', address: { street: 's', city: 'c' } }
  ]
}

for (const [dialect, schema] of Object.entries(DIALECTS)) {
  t.test(`forms to a route with ${dialect}`, async t => {
    const { sent } = await echo(t, schema)
    for (const [name, [body, query, got]] of Object.entries(SENT)) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        // PATCH changes what is there: an empty list is one, and so is a text that may be empty.
        const cleared = method === 'PATCH' && body.includes('[""]') ? { tags: [], address: { city: '' } } : {}
        t.same((await sent(method, body)).document, { got: { ...got, ...cleared } }, `${name}, ${method}`)
      }
      if (query === null) continue
      for (const method of ['GET', 'DELETE']) {
        t.strictSame((await sent(method, query)).document, { got }, `${name}, ${method}`)
      }
    }
    t.match(await sent('POST', '{"note":""}'), {
      status: 400, document: { code: 'FST_ERR_VALIDATION' }
    }, 'what is required stays so')
    t.match(await sent('POST', '[]'), {
      status: 400, document: { code: 'FST_ERR_VALIDATION' }
    }, 'what is no object is validated as it is')
    t.match(await sent('POST', SENT['an empty form']![0], '/plain'), { status: 400 }, 'a route that did not opt in')
  })
}

// Numbers and booleans as a form sends them. The validators of Zod and TypeBox convert nothing in a body.
const NUMBERS: Readonly<Record<string, { schema: unknown, prepare?: (app: FastifyInstance) => unknown }>> = {
  'JSON schema': {
    schema: {
      type: 'object',
      required: ['count'],
      properties: {
        count: { type: 'integer' },
        price: { type: 'number' },
        gift: { type: 'boolean' },
        sizes: { type: 'array', items: { enum: [1, 2], type: 'integer' } },
        box: { type: 'object', properties: { weight: { type: 'number' } } },
        code: { type: 'string' }
      }
    },
    prepare: app => app.setValidatorCompiler(({ schema }) => new Ajv({ coerceTypes: false }).compile(schema))
  },
  'TypeBox 0.34': { schema: boxOf(Type), prepare: app => app.setValidatorCompiler(OldCompiler as never) },
  'TypeBox 1.x': { schema: boxOf(NewType as never), prepare: app => app.setValidatorCompiler(NewCompiler as never) },
  Zod: {
    schema: z.object({
      count: z.number().int(),
      price: z.number().nullable().optional(),
      gift: z.boolean().optional(),
      sizes: z.array(z.union([z.literal(1), z.literal(2)])).optional(),
      box: z.object({ weight: z.number().optional() }).optional(),
      code: z.string().optional()
    })
  }
}

function boxOf (type: typeof Type): unknown {
  return type.Object({
    count: type.Integer(),
    price: type.Optional(type.Number()),
    gift: type.Optional(type.Boolean()),
    sizes: type.Optional(type.Array(type.Union([type.Literal(1), type.Literal(2)]))),
    box: type.Optional(type.Object({ weight: type.Optional(type.Number()) })),
    code: type.Optional(type.String())
  })
}

const CONVERTED: ReadonlyArray<[sent: object, got: object | null]> = [
  [
    { count: '5', price: '1.5', gift: 'true', sizes: ['1', '2'], 'box.weight': '-2e3', code: '7' },
    { count: 5, price: 1.5, gift: true, sizes: [1, 2], box: { weight: -2000 }, code: '7' }
  ],
  [{ count: 5, gift: 'false', sizes: '1', price: '' }, { count: 5, gift: false, sizes: [1] }],
  [{ count: '' }, null],
  [{ count: 'five' }, null],
  [{ count: '0x10' }, null],
  [{ count: ' 5' }, null],
  [{ count: '1.5' }, null],
  [{ count: '9007199254740993' }, null],
  [{ count: 1, gift: 'yes' }, null]
]

for (const [dialect, { schema, prepare }] of Object.entries(NUMBERS)) {
  t.test(`numbers in forms to a route with ${dialect}`, async t => {
    const { sent } = await echo(t, schema, prepare)
    for (const [form, got] of CONVERTED) {
      const body = JSON.stringify(form)
      const { status, document } = await sent('POST', body)
      t.equal(status, got === null ? 400 : 200, body)
      if (got !== null) t.strictSame(document, { got }, body)
    }
  })
}

t.test('hostile names over HTTP', async t => {
  const secure = await echo(t, DIALECTS['JSON schema'])
  const trusting = await echo(t, DIALECTS['JSON schema'], () => {}, {
    onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore'
  })
  for (const name of FORBIDDEN) {
    const body = `{"name":"x",${JSON.stringify(name)}:{"prototype":{"polluted":true},"polluted":true}}`
    t.match(await secure.sent('POST', body), { status: 400 }, name.slice(-40))
    t.match(await trusting.sent('POST', body), {
      status: 400, document: { code: 'FST_ERR_HYPER_INVALID_INPUT', message: /^body: the field '/ }
    }, name.slice(-40))
    if (name.length < 100) {
      t.match(await secure.sent('GET', `name=x&${encodeURIComponent(name)}=1`), {
        status: 400, document: { code: 'FST_ERR_HYPER_INVALID_INPUT', message: /^querystring: / }
      }, name)
    }
  }
  for (const name of LEGAL) {
    t.match(await secure.sent('POST', JSON.stringify({ name: 'x', [name]: [''] })), {
      status: 200, document: { got: { [name]: [''] } }
    }, name.slice(0, 40))
  }
  isUnchanged(t)
})

t.test('the app\'s error handler gets a rejection', async t => {
  const { sent } = await echo(t, DIALECTS['JSON schema'], app => {
    type Rejection = Error & { code: string, validationContext: string }
    app.setErrorHandler<Rejection>(({ code, validationContext }, _request, reply) =>
      reply.code(422).send({ code, validationContext }))
  })
  t.match(await sent('POST', '{"a.prototype":1}'), {
    status: 422, document: { code: 'FST_ERR_HYPER_INVALID_INPUT', validationContext: 'body' }
  })
})

t.test('hooks of the app and the route come first', async t => {
  const seen: unknown[] = []
  const { send } = await serve(t, async app => {
    app.addHook('preValidation', async ({ body }) => { seen.push(body) })
    await app.register(hyper)
    app.post('/', {
      schema: { body: DIALECTS['JSON schema'] },
      config: ON,
      preValidation: async request => {
        seen.push(request.body)
        request.body = { ...request.body as object, 'address.city': 'c' }
      },
      preHandler: async ({ body }) => { seen.push(body) }
    }, async () => ({}))
  })
  t.equal((await send({ method: 'POST', path: '/', headers: [JSON_TYPE], body: '{"name":["x"]}' })).status, 200)
  t.strictSame(seen, [{ name: ['x'] }, { name: ['x'] }, { name: 'x', address: { city: 'c' } }])
})

t.test('a route that needs what may be null takes the empty form', async t => {
  const { sent } = await echo(t, {
    type: 'object',
    required: ['note', 'name'],
    properties: { note: { type: ['string', 'null'] }, name: { type: 'string' } }
  })
  for (const body of [
    '{"name":"x"}', '{"name":"x","note":""}', '{"name":"x","note":null}'
  ]) t.strictSame((await sent('POST', body)).document, { got: { name: 'x', note: null } }, body)
  t.strictSame((await sent('GET', 'name=x')).document, { got: { name: 'x', note: null } })
  t.match(await sent('PATCH', '{"name":"x"}'), { status: 400 }, 'PATCH removes no field that was omitted')
})

t.test('PATCH clears what an empty control is sent for', async t => {
  const { sent } = await echo(t, {
    type: 'object',
    properties: {
      note: { type: ['string', 'null'] },
      done: { type: 'boolean', nullable: true },
      name: { type: 'string' },
      kinds: { type: 'array', items: { enum: ['a', 'b'] } },
      at: { type: 'object', properties: { zip: { type: ['string', 'null'] } } }
    }
  })
  const form = '{"note":"","done":"","name":"","kinds":"","at.zip":""}'
  t.strictSame((await sent('PATCH', form)).document, {
    got: { note: null, done: null, name: '', kinds: [], at: { zip: null } }
  })
  t.strictSame((await sent('PATCH', '{"name":"x"}')).document, { got: { name: 'x' } }, 'what is absent stays absent')
  t.strictSame((await sent('POST', form)).document, { got: {} })
})

t.test('shared schemas, also late ones and those of a scope', async t => {
  const { sent } = await echo(t, DIALECTS['JSON schema'], app => {
    app.register(async scope => {
      scope.post('/late', { schema: { body: { $ref: 'late#' } }, config: ON }, async ({ body }) => ({ got: body }))
      scope.addSchema({ $id: 'late', type: 'object', properties: { place: { $ref: 'place#' } } })
    })
    app.addSchema({
      $id: 'place', type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string', minLength: 1 } }
    })
  })
  t.strictSame(
    (await sent('POST', '{"place.city":["c"],"place.zip":""}', '/late')).document, { got: { place: { city: 'c' } } }
  )
})

t.test('a schema for each media type', async t => {
  const numbered = { type: 'object', properties: { count: { type: 'integer' } } }
  const content = {
    'application/json': { schema: numbered },
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', properties: { note: { type: 'string', minLength: 1 } } }
    }
  }
  const { sent } = await echo(t, DIALECTS['JSON schema'], app => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(body as string))))
    })
    app.addContentTypeParser('text/x', { parseAs: 'string' }, (_request, body, done) => { done(null, { body }) })
    app.post('/typed', { schema: { body: { content } }, config: ON }, async ({ body }) => ({ got: body }))
  })
  t.strictSame((await sent('POST', '{"count":"","note":""}', '/typed')).document, { got: { note: '' } })
  t.strictSame(
    (await sent('POST', 'count=&note=', '/typed', [
      'Content-Type', 'application/x-www-form-urlencoded; charset=utf-8'
    ])).document,
    { got: { count: '' } }
  )
  t.strictSame(
    (await sent('POST', 'x', '/typed', ['Content-Type', 'text/x'])).document, { got: { body: 'x' } },
    'a media type without a schema'
  )
})

t.test('routes without a schema, other spellings of a query schema, and HEAD', async t => {
  const { sent, app } = await echo(t, DIALECTS['JSON schema'], app => {
    app.post('/none', { config: ON }, async ({ body }) => ({ got: body }))
    app.get(
      '/query', { schema: { query: DIALECTS['JSON schema'] } as object, config: ON },
      async ({ query }) => ({ got: query })
    )
    app.get('/off', {
      schema: { querystring: DIALECTS['JSON schema'] }, config: { hyper: { formInput: false } }
    }, async ({ query }) => ({ got: query }))
  })
  t.strictSame((await sent('POST', '{"a.b":""}', '/none')).document, { got: { 'a.b': '' } })
  t.strictSame((await sent('GET', 'name=x&note=', '/query')).document, { got: { name: 'x' } })
  t.match(await sent('GET', 'name=x&note=', '/off'), { status: 400 })
  t.equal((await app.inject({ method: 'HEAD', url: '/query?name=x&note=' })).statusCode, 200)
  t.equal((await app.inject({ method: 'HEAD', url: '/query?prototype=x' })).statusCode, 400)
})
