import type { FastifyError, FastifyInstance, FastifySchema, FastifyServerOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { z } from 'zod'
import hyper, {
  defineLinks, type FieldError, type HyperOptions, type HyperRouteOptions,
  LinkTarget, validationProblem
} from '../../../lib/index.ts'
import { readHtmlForms } from '../../support/html-forms.ts'
import { header } from '../../support/raw.ts'
import { serve, WARN } from '../../support/servers.ts'

// Which fields a validator rejected, the action to try again, and which routes send such a problem.

const documentOf = (error: unknown) => JSON.parse(JSON.stringify(validationProblem(error))) as { errors: FieldError[] }

const at = (instancePath: string, keyword: string, more: object = {}) => ({ instancePath, keyword, ...more })

// One entry of a validator, and the name in the response.
const NAMES: Readonly<Record<string, readonly [entry: object, ...names: string[]]>> = {
  'a property': [at('/quantity', 'maximum', { params: { limit: 100 } }), 'quantity'],
  'a nested property': [at('/address/street', 'type', { params: {} }), 'address.street'],
  'a pointer with escapes': [at('/a~1b~01', 'type'), 'a/b~1'],
  'a name with a dot': [at('/a.b', 'type'), 'a.b'],
  'a name that is a number': [at('/0', 'type'), '0'],
  'an element': [at('/tags/0', 'enum', { params: { allowedValues: ['a'] } }), 'tags[0]'],
  'a property of an element': [at('/lines/10/sku', 'type'), 'lines[10].sku'],
  'a nested element': [at('/address/lines/2', 'type'), 'address.lines[2]'],
  'a member that is a number': [
    at('/prices/2024', 'type', { schemaPath: '#/properties/prices/additionalProperties/type' }),
    'prices.2024'
  ],
  'one by its pattern': [
    at('/prices/2024', 'type', { schemaPath: '#/properties/prices/patternProperties/%5E%5Cd/type' }),
    'prices.2024'
  ],
  'a number that is missing': [
    at('/prices', 'required', { params: { missingProperty: '2024' }, schemaPath: '#/properties/prices/required' }),
    'prices.2024'
  ],
  'an element, by the schema path': [
    at('/items/0/2', 'type', { schemaPath: '#/allOf/0/properties/items/items/additionalProperties/type' }), 'items[0].2'
  ],
  'an element of a tuple': [at('/point/1', 'type', { schemaPath: '#/properties/point/items/1/type' }), 'point[1]'],
  'an element of the whole input': [at('/0/sku', 'type', { schemaPath: '#/items/properties/sku/type' }), '[0].sku'],
  'an element behind a reference': [
    at('/lines/0/sku', 'type', { schemaPath: 'line#/properties/sku/type' }), 'lines[0].sku'
  ],
  'a name that Zod writes in both': [at('/items', 'invalid_type', { schemaPath: '#/items/invalid_type' }), 'items'],
  'the whole input': [at('', 'type', { params: { type: 'object' } }), ''],
  'the whole input as Zod writes it': [at('/', 'invalid_type', { params: { expected: 'object' } }), ''],
  'no path': [{ keyword: 'custom' }, ''],
  'a missing property': [at('', 'required', { params: { missingProperty: 'name' } }), 'name'],
  'a missing nested property': [at('/address', 'required', { params: { missingProperty: 'a.b' } }), 'address.a.b'],
  'a missing property of an element': [
    at('/lines/0', 'required', { params: { missingProperty: 'sku' } }), 'lines[0].sku'
  ],
  'a surplus property': [at('', 'additionalProperties', { params: { additionalProperty: '__proto__' } }), '__proto__'],
  'an unevaluated property': [at('/a', 'unevaluatedProperties', { params: { unevaluatedProperty: 'b' } }), 'a.b'],
  'a wrong name': [at('', 'propertyNames', { params: { propertyName: 'x y' } }), 'x y'],
  'surplus properties as Zod writes them': [at('/', 'unrecognized_keys', { params: { keys: ['a', 'b'] } }), 'a', 'b'],
  'a parameter that is no name': [at('/a', 'own', { params: { missingProperty: 5, keys: [1] } }), 'a']
}

t.test('places of errors', async t => {
  for (const [name, [entry, ...names]] of Object.entries(NAMES)) {
    t.same(
      documentOf({ validation: [{ message: 'wrong', ...entry }] }).errors,
      names.map(name => ({ name, message: 'wrong' })), name
    )
  }
})

t.test('the document lists one error for each field', async t => {
  const entries = [
    { instancePath: '/b', message: 'first' }, { instancePath: '/a' }, { instancePath: '/b', message: 'second' }
  ]
  const errors = [
    { name: 'b', message: 'first' }, { name: 'a', message: 'is not valid' }, { name: 'b', message: 'second' }
  ]
  const error = Object.assign(new Error('body/b first'), {
    validation: entries, statusCode: 422, validationContext: 'body'
  })
  t.equal(
    JSON.stringify(validationProblem(error)),
    JSON.stringify({ type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'body/b first', errors })
  )
  t.equal(
    JSON.stringify(validationProblem({ validation: entries })),
    JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400, errors })
  )
  t.equal(validationProblem({ validation: [] }).status, 400)
  t.same(documentOf({
    validation: [{ instancePath: '/x-key', message: 'wrong' }, {}], validationContext: 'headers'
  }).errors, [{ name: '', message: 'wrong' }, { name: '', message: 'is not valid' }], 'a header is no field')
})

// The same order in two dialects.
const ORDER: Readonly<Record<string, object>> = {
  Ajv: {
    type: 'object',
    required: ['name', 'address'],
    additionalProperties: false,
    properties: {
      name: { type: 'string' },
      quantity: { type: 'integer', maximum: 100 },
      tags: { type: 'array', items: { type: 'string', maxLength: 1 } },
      address: {
        type: 'object',
        required: ['street'],
        properties: { street: { type: 'string', minLength: 1 }, city: { type: 'string' } }
      }
    }
  },
  Zod: z.strictObject({
    name: z.string(),
    quantity: z.number().int().max(100).optional(),
    tags: z.array(z.string().max(1)).optional(),
    address: z.object({ street: z.string().min(1), city: z.string().optional() })
  })
}

const ALL_ERRORS: FastifyServerOptions = { ajv: { customOptions: { allErrors: true, removeAdditional: false } } }

// What is sent, and the fields at fault.
const FAULTS: Readonly<Record<string, readonly [body: object, names: readonly string[]]>> = {
  'one fault': [{ name: 'x', quantity: 101, address: { street: 's' } }, ['quantity']],
  'what is missing': [{}, ['address', 'name']],
  'nested faults': [{ name: 'x', address: { street: '', city: {} } }, ['address.city', 'address.street']],
  'a nested field is missing': [{ name: 'x', address: {} }, ['address.street']],
  elements: [{ name: 'x', tags: ['a', 'bb', 'cc'], address: { street: 's' } }, ['tags[1]', 'tags[2]']],
  'surplus names': [{ name: 'x', 'a/b': 1, 'c~d': 2, address: { street: 's' } }, ['a/b', 'c~d']]
}

interface ProblemDocument {
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly _actions?: { readonly retry?: object }
}

/** A server with one POST route; its response to a body. */
async function serveRoute (t: Test, declare: (app: FastifyInstance) => unknown, options?: FastifyServerOptions) {
  const server = await serve(t, declare, options)
  return {
    ...server,
    async send (body: unknown, path = '/orders', method = 'POST', type = 'application/json') {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const request = method === 'GET' ? {} : { headers: [['Content-Type', type] as const], body: text }
      const response = await server.send({ method, path, ...request })
      return {
        response,
        status: response.status,
        type: header(response, 'content-type'),
        text: response.body.toString(),
        get document () { return JSON.parse(response.body.toString()) as ProblemDocument }
      }
    }
  }
}

for (const [dialect, body] of Object.entries(ORDER)) {
  t.test(`what ${dialect} rejects`, async t => {
    const { send } = await serveRoute(t, async app => {
      await app.register(hyper, { validationProblems: true })
      if (dialect === 'Zod') app.setValidatorCompiler(validatorCompiler)
      app.post('/orders', { schema: { body }, config: { hyper: { links: true } } }, async () => ({}))
    }, ALL_ERRORS)
    for (const [name, [sent, names]] of Object.entries(FAULTS)) {
      const { status, type, document } = await send(sent)
      t.strictSame([status, type], [400, 'application/problem+json'], name)
      t.strictSame(document.errors.map(({ name }) => name).sort(), names, name)
      t.ok(document.errors.every(({ message }) => message.length > 0), name)
    }
    t.strictSame((await send('[]')).document.errors.map(({ name }) => name), [''], 'the whole input')
  })
}

const number = { type: 'object', properties: { n: { type: 'integer' } } }
const retryOf = async (pending: Promise<{ document: ProblemDocument }>) => (await pending).document._actions?.retry

// A route, a request that it rejects, and the action to try again.
const RETRIES: Readonly<Record<
  string, readonly [
    schema: FastifySchema, request: readonly [path: string, method?: string, type?: string], retry: object | undefined
  ]
>> = {
  'a body': [{ body: number }, ['/orders/7'], { href: '/orders/7', method: 'POST', contentType: 'application/json' }],
  'a body, and a query beside it': [
    { body: number }, ['//orders/7?a=%20&b'],
    { href: '/orders/7?a=%20&b', method: 'POST', contentType: 'application/json' }
  ],
  'with a summary': [
    { body: number, summary: 'Order' }, ['/orders/7', 'PUT'],
    { href: '/orders/7', method: 'PUT', title: 'Order', contentType: 'application/json' }
  ],
  'a media type': [
    { body: { content: { 'application/x-www-form-urlencoded': { schema: number } } } },
    ['/orders/7', 'PATCH', 'application/x-www-form-urlencoded'],
    { href: '/orders/7', method: 'PATCH', contentType: 'application/x-www-form-urlencoded' }
  ],
  'a query': [{ querystring: number }, ['/orders/7?n=x', 'GET'], { href: '/orders/7', method: 'GET' }],
  'a query beside a body': [
    { querystring: number, body: {} }, ['/orders/7?n=x'],
    { href: '/orders/7', method: 'POST', contentType: 'application/json' }
  ],
  'a header': [
    { headers: { type: 'object', required: ['x-key'] } }, ['/orders/7?n=x'], { href: '/orders/7?n=x', method: 'POST' }
  ],
  'a path: the same URL would be rejected again': [
    { params: { type: 'object', properties: { id: { type: 'integer' } } } }, ['/orders/x'], undefined
  ]
}

for (const [name, [schema, [path, method, type], retry]] of Object.entries(RETRIES)) {
  t.test(`the action to try again: ${name}`, async t => {
    const { send } = await serveRoute(t, async app => {
      await app.register(hyper, { validationProblems: true, hrefs: 'path' })
      readHtmlForms(app)
      app.route({
        method: method ?? 'POST',
        url: '/orders/:id',
        schema,
        config: { hyper: { links: true } },
        handler: async () => ({})
      })
    }, { routerOptions: { ignoreDuplicateSlashes: true } })
    t.strictSame(await retryOf(send(type === undefined ? '{"n":"x"}' : 'n=x', path, method, type)), retry)
  })
}

const throwsProblem = (extend = (made: ReturnType<typeof validationProblem>) => made) => (app: FastifyInstance) => {
  app.setErrorHandler<FastifyError>((error, _request, reply) => extend(validationProblem(error)).send(reply))
  app.post('/orders', { schema: { body: number } }, async () => ({}))
}

t.test('its origin is that of all links', async t => {
  const { send, origin } = await serveRoute(t, async app => {
    await app.register(hyper)
    throwsProblem()(app)
  })
  t.match(await retryOf(send({ n: 'x' })), { href: `${origin}/orders` })
  const behind = await serveRoute(t, async app => {
    await app.register(hyper, { baseUrl: 'https://api.example.com/v1' })
    throwsProblem()(app)
  })
  t.match(await retryOf(behind.send({ n: 'x' })), { href: 'https://api.example.com/v1/orders' })
})

t.test('actions and links of the app', async t => {
  const { send } = await serveRoute(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    throwsProblem(made => made.action('help', LinkTarget.uri('/help')).link('about', LinkTarget.uri('/about')))(app)
  })
  t.match((await send({ n: 'x' })).document, {
    _links: { about: { href: '/about' } },
    _actions: { help: { href: '/help', method: 'POST' }, retry: { href: '/orders', method: 'POST' } }
  })
  const own = await serveRoute(t, async app => {
    await app.register(hyper)
    throwsProblem(made => made.action('retry', LinkTarget.uri('/again')))(app)
  })
  t.strictSame(
    (await own.send({ n: 'x' })).document._actions, { retry: { href: '/again', method: 'POST' } },
    'one that is called retry stays'
  )
})

t.test('without the plugin there is no action', async t => {
  const { send } = await serveRoute(t, throwsProblem())
  const { status, type, text } = await send({ n: 'x' })
  t.strictSame([status, type], [400, 'application/problem+json'])
  t.equal(text, '{"type":"about:blank","title":"Bad Request","status":400,"detail":"body/n must be ' +
    'integer","errors":[{"name":"n","message":"must be a whole number","detail":"must be integer"}]}')
})

// The option.

const someLinks = defineLinks<object>(links => { links.self(LinkTarget.uri('/self')) })
const FASTIFYS =
  '{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body/n must be integer"}'

// Which error handler gets a rejected body.
const ROUTES: Readonly<
  Record<string, readonly [route: HyperRouteOptions | undefined, options: HyperOptions, isProblem: boolean]>
> = {
  'opted in': [{ links: true }, { validationProblems: true }, true],
  bound: [{ links: someLinks, format: 'hal' }, { validationProblems: true }, true],
  'opted in, without the option': [{ links: true }, {}, false],
  'opted in, the option is off': [{ links: true }, { validationProblems: false }, false],
  'named only': [{ name: 'CreateOrder' }, { validationProblems: true }, false],
  'tagged only': [{ etag: () => 'v1' }, { validationProblems: true }, false],
  'not ours': [undefined, { validationProblems: true }, false]
}

for (const [name, [route, options, isProblem]] of Object.entries(ROUTES)) {
  t.test(`the option: ${name}`, async t => {
    const { send } = await serveRoute(t, async app => {
      await app.register(hyper, options)
      app.post(
        '/orders', { schema: { body: number }, config: route === undefined ? {} : { hyper: route } }, async () => ({})
      )
    })
    const { status, type, text } = await send({ n: 'x' })
    t.equal(status, 400)
    if (isProblem) {
      t.match([type, text], ['application/problem+json', /"errors":\[\{"name":"n","message":"must be a whole number","detail":"must be integer"\}\]/])
    } else t.strictSame([type, text], ['application/json; charset=utf-8', FASTIFYS])
  })
}

t.test('a whole scope, and the form input that a route rejects', async t => {
  const { send } = await serveRoute(t, async app => {
    await app.register(hyper, { validationProblems: true })
    app.register(async scope => {
      scope.post('/orders', { schema: { body: number }, config: { hyper: { formInput: true } } }, async () => ({}))
    }, { hyper: { links: true } })
  })
  t.match((await send({ n: 'x' })).document, { errors: [{ name: 'n' }] })
  t.match((await send('{"a.prototype":1}')).document, {
    status: 400,
    errors: [{ name: 'a.prototype', message: /^No part of a name/ }],
    _actions: { retry: { method: 'POST' } }
  })
})

t.test('headers and hooks are those of any error', async t => {
  const seen: unknown[] = []
  const { send, log } = await serveRoute(t, async app => {
    await app.register(hyper, { validationProblems: true })
    app.addHook('onRequest', async (_request, reply) => { reply.header('x-own', '1').header('vary', 'Origin') })
    app.addHook('onError', async (_request, _reply, error) => { seen.push(error.code) })
    app.post('/orders', {
      schema: { body: number }, config: { hyper: { links: true, deprecation: true, etag: () => 'v1' } }
    }, async () => ({}))
  })
  const { response } = await send({ n: 'x' })
  t.match([
    header(response, 'x-own'), header(response, 'vary'), header(response, 'deprecation'), header(response, 'etag')
  ], ['1', 'Origin', /^@\d+$/, null])
  t.strictSame(seen, ['FST_ERR_VALIDATION'])
  t.equal(log.filter(({ level }) => level > WARN).length, 0)
})

// Anything else that goes wrong, or is thrown.
const FAILURES: Readonly<Record<string, () => unknown>> = {
  'an error': () => new Error('broken'),
  'an error with a status': () =>
    Object.assign(new Error('late'), { statusCode: 409, headers: { 'retry-after': '5' } }),
  'a text': () => 'broken',
  'an object': () => ({ statusCode: 404, gone: true }),
  'a number': () => 5,
  null: () => null
}

const HANDLERS: Readonly<Record<string, (app: FastifyInstance) => void>> = {
  Fastify: () => {},
  'a handler of the app': app => {
    app.setErrorHandler<Error>((error, _request, reply) => { reply.code(418).send({ seen: error?.message ?? error }) })
  },
  'a handler that returns': app => {
    app.setErrorHandler<Error>(async (error, _request, reply) => reply.code(418)
      .send({ seen: error?.message ?? error }))
  },
  'a handler that throws again': app => {
    app.setErrorHandler<Error>(error => { throw new Error(`again ${error?.message ?? String(error)}`) })
  }
}

for (const [handler, handle] of Object.entries(HANDLERS)) {
  t.test(`other errors go to ${handler}, as without the option`, async t => {
    const responses = await Promise.all([true, false].map(async validationProblems => {
      const hooked: unknown[] = []
      const { send, log } = await serveRoute(t, async app => {
        await app.register(hyper, { validationProblems })
        handle(app)
        app.addHook('onError', async (_request, _reply, error) => { hooked.push(String(error)) })
        Object.values(FAILURES).forEach((failure, index) => {
          app.post(`/thrown/${index}`, { config: { hyper: { links: true } } }, async () => { throw failure() })
          app.post(`/sync/${index}`, { config: { hyper: { links: true } } }, () => { throw failure() })
        })
      })
      const seen: unknown[] = []
      for (const index of Object.keys(Object.values(FAILURES))) {
        for (const way of ['thrown', 'sync']) {
          const { response, status, type, text } = await send('{}', `/${way}/${index}`)
          seen.push([status, type, text, header(response, 'retry-after')])
        }
      }
      const { status, type, text } = await send('{', '/thrown/0')
      return {
        seen,
        hooked,
        malformed: [status, type, text],
        logged: log.map(({ level, msg }) => [level, msg?.replace(/:\d+$/, '')])
      }
    }))
    t.strictSame(responses[0], responses[1])
    t.equal(responses[0]!.hooked.length, 2 * Object.keys(FAILURES).length + 1)
  })
}

t.test('an error handler of the route wins, and that of the app does not', async t => {
  const { send } = await serveRoute(t, async app => {
    await app.register(hyper, { validationProblems: true })
    app.setErrorHandler<Error>(({ message }, _request, reply) => { reply.code(418).send({ app: message }) })
    const options = { schema: { body: number }, config: { hyper: { links: true } } } as const
    app.post('/orders', options, async () => { throw new Error('broken') })
    app.post('/own', {
      ...options, errorHandler: ({ message }, _request, reply) => { reply.code(422).send({ route: message }) }
    }, async () => ({}))
  })
  t.match(await send({ n: 'x' }), { status: 400, type: 'application/problem+json' })
  t.match(await send({}), { status: 418, document: { app: 'broken' } })
  t.match(await send({ n: 'x' }, '/own'), { status: 422, document: { route: 'body/n must be integer' } })
})
