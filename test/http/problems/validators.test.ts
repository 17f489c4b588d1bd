import { TypeBoxValidatorCompiler as typeBox1 } from '@fastify/type-provider-typebox'
import { Type as OldType } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler as zod4 } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { TypeBoxValidatorCompiler as typeBox034 } from 'type-provider-typebox5'
import { Type } from 'typebox'
import { z } from 'zod'
import { z as oldZ } from 'zod/v3'
import { jsonApi } from '../../../formats/json-api.ts'
import type { FieldError } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// One schema in each validator, and the same faults: each has the same name and the same words in each format.

const item = { drug: { type: 'string', minLength: 1 }, times: { type: 'integer', maximum: 4 } }
const AJV = {
  type: 'object',
  required: ['name', 'items'],
  properties: {
    name: { type: 'string' },
    quantity: { type: 'number', maximum: 100 },
    speed: { enum: ['standard', 'express'] },
    tags: { type: 'array', maxItems: 1, items: { type: 'string' } },
    items: { type: 'array', items: { type: 'object', required: ['drug', 'times'], properties: item } }
  }
}
const typeBox = (type: typeof Type) => type.Object({
  name: type.String(),
  quantity: type.Optional(type.Number({ maximum: 100 })),
  speed: type.Optional(type.Union([type.Literal('standard'), type.Literal('express')])),
  tags: type.Optional(type.Array(type.String(), { maxItems: 1 })),
  items: type.Array(type.Object({ drug: type.String({ minLength: 1 }), times: type.Integer({ maximum: 4 }) }))
})
const zod = (lib: typeof z) => lib.object({
  name: lib.string(),
  quantity: lib.number().max(100).optional(),
  speed: lib.enum(['standard', 'express']).optional(),
  tags: lib.array(lib.string()).max(1).optional(),
  items: lib.array(lib.object({ drug: lib.string().min(1), times: lib.number().int().max(4) }))
})

// As the type providers of Zod 3 had it: the error itself.
const zod3: FastifySchemaCompiler<z.ZodType> = ({ schema }) => data => {
  const { data: value, error } = schema.safeParse(data)
  return error === undefined ? { value } : { error }
}

const VALIDATORS: Readonly<Record<string, readonly [body: object, compile?: FastifySchemaCompiler<never>]>> = {
  Ajv: [AJV],
  'TypeBox 1': [typeBox(Type), typeBox1 as never],
  'TypeBox 0.34': [typeBox(OldType as never), typeBox034 as never],
  'Zod 4': [zod(z), zod4 as never],
  'Zod 3': [zod(oldZ as never), zod3 as never]
}

// What is sent in place of a valid member, and the place and the words of what is wrong.
const valid = { name: 'x', items: [] as unknown[] }
const FAULTS: ReadonlyArray<readonly [change: object, name: string, message: string]> = [
  [{ name: undefined }, 'name', 'is required'],
  [{ quantity: 101 }, 'quantity', 'must be at most 100'],
  [{ quantity: 'many' }, 'quantity', 'must be a number'],
  [{ tags: ['a', 'b'] }, 'tags', 'must have at most 1 item'],
  [{ tags: [{}] }, 'tags[0]', 'must be a text'],
  [{ items: [{ drug: 'a', times: 1 }, { drug: '', times: 1 }] }, 'items[1].drug', 'must have at least 1 character'],
  [{ items: [{ drug: 'a' }] }, 'items[0].times', 'is required'],
  [{ items: [{ drug: 'a', times: 1.5 }] }, 'items[0].times', 'must be a whole number']
]

type Sent = (body: object, accept?: string) => Promise<{ readonly errors: readonly FieldError[] }>

async function sender (t: Test, body: object, validatorCompiler?: FastifySchemaCompiler<never>): Promise<Sent> {
  const app = await hyperApp(t, { validationProblems: true, formatters: [jsonApi()] })
  if (validatorCompiler !== undefined) app.setValidatorCompiler(validatorCompiler)
  app.post('/', { schema: { body }, config: { hyper: { links: true } } }, async () => ({}))
  return async (payload, accept = 'application/json') =>
    (await app.inject({ method: 'POST', url: '/', payload, headers: { accept } })).json()
}

for (const [name, [body, compile]] of Object.entries(VALIDATORS)) {
  t.test(`errors of ${name}`, async t => {
    const send = await sender(t, body, compile)
    for (const [change, place, words] of FAULTS) {
      const { errors } = await send({ ...valid, ...change })
      t.strictSame(errors.map(({ name, message }) => [name, message]), [[place, words]], JSON.stringify(change))
      t.type(errors[0]!.detail, 'string')
    }
  })
}

// All errors, though Fastify's validator stops at the first one. TypeBox 1 stops at its eighth.

const route = (body: object) => ({ schema: { body }, config: { hyper: { links: true } } }) as const
const place = ({ errors }: { readonly errors: readonly FieldError[] }) => errors.map(({ name }) => name)
const all = { quantity: 101, speed: 'slow', tags: ['a', 'b'], items: [{ drug: '', times: 9 }, {}] }
const ALL = [
  'name', 'quantity', 'speed', 'tags', 'items[0].drug', 'items[0].times', 'items[1].drug', 'items[1].times'
]

t.test('each validator reports all errors', async t => {
  for (const [name, [body, compile]] of Object.entries(VALIDATORS)) {
    const names = place(await (await sender(t, body, compile))(all))
    t.strictSame(names.sort(), (name === 'TypeBox 1' ? ALL.slice(0, 6) : [...ALL]).sort(), name)
  }
})

t.test('JSON:API points to the same places, with the same words', async t => {
  for (const [name, [body, compile]] of Object.entries(VALIDATORS)) {
    const { errors } = await (await sender(t, body, compile))(
      { ...valid, quantity: 101, items: [{ drug: '', times: 1 }] }, 'application/vnd.api+json'
    )
    t.match(errors, [
      { detail: 'must be at most 100', source: { pointer: '/quantity' }, meta: { detail: String } },
      { detail: 'must have at least 1 character', source: { pointer: '/items/0/drug' } }
    ], name)
  }
})

const isLoud = (_schema: unknown, text: string) => text === text.toUpperCase()

t.test('the options, formats, plugins and shared schemas of the app apply, and its body is as it was', async t => {
  let seen: unknown
  const app = await hyperApp(t, { validationProblems: true }, {
    ajv: {
      customOptions: {
        coerceTypes: false, formats: { even: /^(..)*$/, odd: { type: 'number', validate: number => number % 2 === 1 } }
      },
      plugins: [ajv => ajv.addKeyword({ keyword: 'shout', validate: isLoud })]
    }
  })
  app.addSchema({ $id: 'line', type: 'object', properties: { n: { type: 'integer' } } })
  app.addHook('onResponse', async ({ body }) => { seen = body })
  app.post('/', route({
    type: 'object',
    properties: {
      n: { type: 'integer' },
      format: { type: 'string', format: 'even' },
      odd: { type: 'number', format: 'odd' },
      word: { type: 'string', shout: true },
      code: { type: 'string', maxLength: 20, pattern: '^(a+)+$' },
      line: { $ref: 'line#' }
    }
  }), async () => ({}))
  const payload = { n: '1', format: 'odd', odd: 2, word: 'low', code: `${'a'.repeat(60)}!`, line: { n: 'x' } }
  const response = await app.inject({ method: 'POST', url: '/', payload })
  t.strictSame(place(response.json()), ['n', 'format', 'odd', 'word', 'code', 'line.n'])
  t.strictSame(seen, payload, 'a pattern that takes exponential time is matched with no string that is too long')
})

t.test('queries, headers, path parameters and media types', async t => {
  const app = await hyperApp(t, { validationProblems: true })
  const numbers = { type: 'object', properties: { one: { type: 'integer' }, two: { type: 'integer' } } }
  const wrong = { one: 'x', two: 'y' }
  app.post('/body', route({ content: { 'application/json': { schema: numbers } } }), async () => ({}))
  app.get('/query', { ...route({}), schema: { querystring: numbers } }, async () => ({}))
  const headers = { type: 'object', required: ['x-One', 'x-Two'] }
  app.get('/headers', { ...route({}), schema: { headers } }, async () => ({}))
  app.get('/:one/:two', { ...route({}), schema: { params: numbers } }, async () => ({}))
  const names = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    place((await app.inject({ method, url, ...payload && { payload } })).json())
  t.strictSame(await names('POST', '/body', wrong), ['one', 'two'])
  t.strictSame(await names('GET', '/query?one=x&two=y'), ['one', 'two'])
  t.strictSame(await names('GET', '/headers'), ['', ''])
  t.strictSame(await names('GET', '/x/y'), ['one', 'two'])
})

const recursive = {
  $id: 'tree', type: 'object', required: ['a', 'b'], properties: { children: { type: 'array', items: { $ref: '#' } } }
}
const META = 'http://json-schema.org/draft-07/schema#'
const many = { type: 'array', items: { type: 'integer' } }

t.test('a plugin or a keyword of the app that fails costs the other errors only', async t => {
  const two = { one: { type: 'integer' }, two: { type: 'integer' } }
  for (const [plugin, properties] of [
    [(ajv: Ajv) => { if (ajv.opts.allErrors === true) throw new Error('not this') }, two],
    [
      (ajv: Ajv) => ajv.addKeyword({ keyword: 'late', validate: () => { throw new Error('late') } }),
      { ...two, three: { late: true } }
    ]
  ] as const) {
    const app = await hyperApp(t, { validationProblems: true }, { ajv: { plugins: [plugin as never] } })
    app.post('/', route({ type: 'object', properties }), async () => ({}))
    const response = await app.inject({ method: 'POST', url: '/', payload: { one: 'x', two: 'y', three: 1 } })
    t.strictSame([response.statusCode, place(response.json())], [400, ['one']])
  }
})

// What is too much for more than the first error, or none of Fastify's own validators.
const FIRST_ONLY: Readonly<Record<string, readonly [options: object, body: unknown, count: number]>> = {
  'a schema that refers to itself': [{ schema: { body: recursive } }, {}, 1],
  'a reference that names no schema of the app': [
    { schema: { body: { type: 'object', properties: { a: { $ref: META }, b: many } } } }, { a: 5, b: 5 }, 1
  ],
  'a thousand values': [{ schema: { body: many } }, Array.from({ length: 1001 }, () => 'x'), 1],
  'as many as a list may have': [{ schema: { body: many } }, Array.from({ length: 999 }, () => 'x'), 100],
  'members of an object': [
    { schema: { body: { type: 'object', additionalProperties: { type: 'integer' } } } },
    Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, 'x'])), 1
  ],
  'a validator of the route': [{
    schema: { body: many },
    validatorCompiler: () => () => ({ error: [{ instancePath: '/0', message: 'no' }] })
  }, ['x', 'y'], 1]
}

for (const [name, [options, payload, count]] of Object.entries(FIRST_ONLY)) {
  t.test(`errors of ${name}`, async t => {
    const app = await hyperApp(t, { validationProblems: true })
    app.post('/', { ...route({}), ...options }, async () => ({}))
    const response = await app.inject({ method: 'POST', url: '/', payload: payload as object })
    t.equal(response.statusCode, 400)
    t.equal(place(response.json()).length, count)
  })
}
