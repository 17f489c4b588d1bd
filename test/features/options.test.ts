import { once } from 'node:events'
import { connect } from 'node:http2'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifySchema, type FastifyServerOptions, type HTTPMethods, type RouteOptions } from 'fastify'
import t, { type Test } from 'tap'
import { routesOf } from '../../lib/fastify/routes.ts'
import hyper, { hyperOptionsHandler } from '../../lib/index.ts'
import { bodyText } from '../support/documents.ts'
import { answerChecks, differs, verdict, type Answered, type Checks } from '../support/judge.ts'
import { header, type HeaderPair, type RawRequest, type RawResponse } from '../support/raw.ts'
import { serve, WARN, type Server } from '../support/servers.ts'
import { judgeRows, known, knownKeys, knownRow, readTable, type Row } from '../support/tables.ts'
import { warnings } from '../support/projection.ts'

interface State {
  readonly exposeHeadRoutes?: boolean
  readonly ignoreTrailingSlash?: boolean
  readonly caseSensitive?: boolean
  readonly cors?: 'registered before' | 'registered after'
  readonly appHook?: string
  readonly registeredAfterHandler?: true
  readonly optionsHandler?: false
  readonly deprecated?: true
}

interface Expect {
  readonly status?: number
  readonly allow?: string
  readonly bodyBytes?: number
  readonly body?: string
  readonly noHeader?: readonly string[]
  readonly hasHeader?: readonly string[]
}

interface OptionsRow extends Row {
  readonly routes: readonly string[]
  readonly state?: State
  readonly request: RawRequest
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

const STATES = ['exposeHeadRoutes', 'ignoreTrailingSlash', 'caseSensitive', 'cors', 'appHook', 'registeredAfterHandler', 'optionsHandler', 'deprecated']
const SERVER = ['exposeHeadRoutes', 'ignoreTrailingSlash', 'caseSensitive']

const APP_HOOKS: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
  'onRequest answers 401 for every request without Authorization': app => app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.authorization === undefined) return reply.code(401).send()
  })
}

/** A route written as `GET /orders/:id`, with `?host=x` for a constraint. */
function declareRoute (app: FastifyInstance, text: string, deprecated: boolean): void {
  const [, method, url, host] = /^([A-Z]+) ([^?]*)(?:\?host=(.*))?$/.exec(text)!
  const scoped = /^\/v2\//.test(url!)
  const route: RouteOptions = {
    method: method as HTTPMethods,
    url: scoped ? url!.slice(3) : url!,
    ...host === undefined ? {} : { constraints: { host } },
    ...deprecated ? { config: { hyper: { deprecation: true } } } : {},
    handler: async () => method === 'OPTIONS' ? 'custom' : { ok: true }
  }
  if (scoped) app.register(async scope => { scope.route(route) }, { prefix: '/v2' })
  else app.route(route)
}

/** What may not matter: whether the main plugin is there, and whether the routes are. */
interface Way {
  readonly plugin?: true
  readonly routesFirst?: true
}

const WAYS: Readonly<Record<string, Way>> = { alone: {}, 'with the plugin': { plugin: true }, 'after the routes': { routesFirst: true } }

async function declare (app: FastifyInstance, { routes, state = {} }: OptionsRow, way: Way): Promise<void> {
  const addRoutes = () => { for (const text of routes) declareRoute(app, text, state.deprecated === true) }
  if (way.plugin === true || state.deprecated === true) await app.register(hyper)
  if (state.cors === 'registered before') await app.register(cors)
  if (way.routesFirst === true && state.registeredAfterHandler !== true) addRoutes()
  if (state.optionsHandler !== false) await app.register(hyperOptionsHandler)
  if (state.cors === 'registered after') await app.register(cors)
  if (state.appHook !== undefined) known(APP_HOOKS, state.appHook)(app)
  if (way.routesFirst !== true || state.registeredAfterHandler === true) addRoutes()
}

const checks: Checks<Expect, Answered> = {
  ...answerChecks,
  allow: (wanted, { response }) => differs('Allow', header(response, 'allow'), wanted),
  body: (wanted, { response }) => differs('body', bodyText(response), wanted)
}

await judgeRows(readTable<OptionsRow>('options'), async (t, row) => {
  knownRow(row, 'routes', 'state', 'request', 'expect', 'acceptable')
  knownKeys(row.state ?? {}, ...STATES)
  knownKeys(row.request, 'method', 'path', 'headers')
  const options = Object.fromEntries(Object.entries(row.state ?? {}).filter(([name]) => SERVER.includes(name))) as FastifyServerOptions
  for (const [name, way] of Object.entries(WAYS)) {
    await t.test(name, async t => {
      const { send } = await serve(t, app => declare(app, row, way), options)
      const response = await send(row.request)
      await verdict(t, row, checks, { response })
      if (row.state?.deprecated === true) t.equal(header(response, 'deprecation'), null)
    })
  }
})

type Ask = (path: string, headers?: readonly HeaderPair[]) => Promise<RawResponse>

/** A server with the handler, and what it answers to OPTIONS. */
async function asking (t: Test, declare: (app: FastifyInstance) => unknown, options?: FastifyServerOptions): Promise<Server & { ask: Ask }> {
  const server = await serve(t, declare, options)
  return { ...server, ask: (path, headers = []) => server.send({ method: 'OPTIONS', path, headers }) }
}

const withHandler = (declare: (app: FastifyInstance) => unknown) => async (app: FastifyInstance) => {
  await app.register(hyperOptionsHandler)
  await declare(app)
}

const answer = async () => ({ ok: true })

/** The status, and the methods where they are told. */
const told = (response: RawResponse) => [response.status, header(response, 'allow')]

/** What is left of a body in the head. */
const leftOf = (response: RawResponse) => ['content-type', 'content-length', 'transfer-encoding', 'etag'].filter(name => header(response, name) !== null)

t.test('others than the usual methods come last, by name', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.addHttpMethod('MKCOL').addHttpMethod('COPY')
    app.route({ method: ['MKCOL', 'TRACE', 'COPY', 'DELETE'], url: '/a', handler: answer })
  }))
  t.same(told(await ask('/a')), [204, 'DELETE, OPTIONS, COPY, MKCOL, TRACE'])
})

t.test('an any-method route wins', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.all('/any', answer)
    app.route({ method: ['GET', 'OPTIONS'], url: '/both', handler: answer })
    app.options('/files/*', answer)
    app.put('/files/*', answer)
  }))
  for (const path of ['/any', '/both', '/files/a']) t.same(told(await ask(path)), [200, null], path)
})

t.test('an any-method catch-all wins too', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.all('*', answer)
    app.get('/a', answer)
  }))
  t.same(told(await ask('/a')), [200, null])
})

t.test('a catch-all OPTIONS * answers what no route matches', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.options('*', async () => 'catch-all')
    app.get('/a', answer)
    app.register(async scope => {
      scope.options('*', async () => 'of the scope')
      scope.put('/b', answer)
    }, { prefix: '/v2' })
  }))
  t.same(told(await ask('/a')), [204, 'GET, HEAD, OPTIONS'])
  t.same(told(await ask('/v2/b')), [204, 'PUT, OPTIONS'])
  t.equal(bodyText(await ask('/none')), 'catch-all')
  t.equal(bodyText(await ask('/v2/none')), 'of the scope')
})

t.test('routes with constraints', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.get('/versions', { constraints: { version: '1.2.0' } }, answer)
    app.put('/versions', { constraints: { version: '2.0.0' } }, answer)
    app.get('/hosts', { constraints: { host: 'a.test' } }, answer)
    app.put('/hosts', { constraints: { host: /^b\./ } }, answer)
    app.delete('/hosts', answer)
    app.get('/secret', { constraints: { secret: 'alpha' } }, answer)
    app.post('/secret', answer)
    app.get('/secrets', { constraints: { secret: 'alpha' } }, answer)
  }), {
    routerOptions: {
      constraints: {
        secret: {
          name: 'secret',
          storage: () => {
            const handlers = new Map<string, unknown>()
            return { get: (key: string) => handlers.get(key) ?? null, set: (key: string, value: unknown) => { handlers.set(key, value) } } as never
          },
          deriveConstraint: (request: { headers: Record<string, unknown> }) => request.headers['x-secret'],
          validate: () => true
        } as never
      }
    }
  })
  t.same(told(await ask('/versions', [['Accept-Version', '1.x']])), [204, 'GET, HEAD, OPTIONS'])
  t.same(told(await ask('/versions', [['Accept-Version', '2.0.0']])), [204, 'PUT, OPTIONS'])
  t.same(told(await ask('/versions')), [404, null])
  t.same(told(await ask('/hosts', [['Host', 'a.test']])), [204, 'GET, HEAD, DELETE, OPTIONS'])
  t.same(told(await ask('/hosts', [['Host', 'b.test']])), [204, 'PUT, DELETE, OPTIONS'])
  t.same(told(await ask('/hosts')), [204, 'DELETE, OPTIONS'])
  t.same(told(await ask('/secret', [['X-Secret', 'alpha']])), [204, 'POST, OPTIONS'], 'custom ones are not listed')
  t.same(told(await ask('/secrets', [['X-Secret', 'alpha']])), [404, null])
})

t.test('a version that no route has is nobody\'s business', async t => {
  const { ask } = await asking(t, withHandler(app => { app.get('/a', answer) }))
  t.same(told(await ask('/a', [['Accept-Version', '1.x']])), [204, 'GET, HEAD, OPTIONS'])
})

t.test('what the router refuses is no route', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.get('/orders/:id', answer)
    app.get('*', answer)
    app.patch('/a/:id', { schema: { body: { type: 'object' } } }, answer)
  }))
  t.same(told(await ask(`/orders/${'x'.repeat(101)}`)), [204, 'GET, HEAD, OPTIONS'], 'the catch-all of GET')
  t.equal((await ask('/%zz')).status, 400)
  t.same(told(await ask('*')), [404, null])
  t.same(told(await ask('*a')), [404, null])
  t.same(told(await ask('/a/1?%zz')), [204, 'GET, HEAD, PATCH, OPTIONS'])
  t.same(told(await ask('http://127.0.0.1/a/1')), [204, 'GET, HEAD, PATCH, OPTIONS'])
  const bare = await asking(t, withHandler(app => { app.get('/orders/:id', answer) }))
  t.same(told(await bare.ask(`/orders/${'x'.repeat(101)}`)), [404, null])
})

t.test('a path that ends at a semicolon', async t => {
  const { ask } = await asking(t, withHandler(async app => {
    await app.register(cors)
    app.patch('/a/:id', { schema: { body: { type: 'object' } } }, answer)
  }), { routerOptions: { useSemicolonDelimiter: true } as FastifyServerOptions['routerOptions'] & object })
  for (const path of ['/a/1;x', '/a/1;%zz']) {
    const response = await ask(path)
    t.same([...told(response), header(response, 'accept-patch')], [204, 'PATCH, OPTIONS', 'application/json'], path)
  }
})

t.test('the 404 of the app, and of a scope', async t => {
  const { ask } = await asking(t, withHandler(app => {
    app.setNotFoundHandler((_, reply) => reply.code(404).send('nothing here'))
    app.register(async scope => {
      scope.setNotFoundHandler((_, reply) => reply.code(404).send('nothing there'))
      scope.get('/a', answer)
    }, { prefix: '/v2' })
  }))
  t.equal(bodyText(await ask('/a')), 'nothing here')
  t.equal(bodyText(await ask('/v2/b')), 'nothing there')
  t.same(told(await ask('/v2/a')), [204, 'GET, HEAD, OPTIONS'])
})

t.test('hooks before it run, hooks after it do not', async t => {
  const seen: string[] = []
  const { ask, send } = await asking(t, async app => {
    app.addHook('onRequest', async (_, reply) => {
      seen.push('before')
      reply.header('x-before', '1')
    })
    await app.register(hyperOptionsHandler)
    app.addHook('onRequest', async () => { seen.push('after') })
    app.addHook('preHandler', async () => { seen.push('handler') })
    app.get('/a', { onRequest: async () => { seen.push('route') } }, answer)
  })
  const response = await ask('/a')
  t.same(told(response), [204, 'GET, HEAD, OPTIONS'])
  t.equal(header(response, 'x-before'), '1')
  t.same(seen.splice(0), ['before'])
  await send({ method: 'GET', path: '/a' })
  t.same(seen, ['before', 'after', 'route', 'handler'])
})

t.test('a refusal before it stands', async t => {
  const { ask } = await asking(t, async app => {
    app.addHook('onRequest', async (_, reply) => reply.code(400).type('text/plain').send('No tenant'))
    await app.register(cors)
    await app.register(hyperOptionsHandler)
    app.get('/a', answer)
  })
  t.same(told(await ask('/a')), [400, null])
})

const PREFLIGHT: readonly HeaderPair[] = [['Origin', 'https://spa.example'], ['Access-Control-Request-Method', 'PUT']]
const ORIGIN: readonly HeaderPair[] = [['Origin', 'https://spa.example']]

const CORS: Readonly<Record<string, FastifyCorsOptions>> = {
  'by default': {},
  'not strict': { strictPreflight: false },
  'not strict, with a status of its own': { strictPreflight: false, optionsSuccessStatus: 200 },
  'not strict, and going on': { strictPreflight: false, preflightContinue: true },
  'without preflights': { preflight: false },
  'off here': { origin: false },
  'in a later hook': { hook: 'preHandler' },
  delegated: { delegator: (_: unknown, callback: (error: Error | null, options: FastifyCorsOptions) => void) => { callback(null, { origin: true }) } } as FastifyCorsOptions
}

const corsRoutes = (app: FastifyInstance) => {
  app.get('/a', answer)
  app.put('/a', answer)
  app.options('/own', async () => 'own')
  app.all('/any', async () => 'any')
}

for (const [name, options] of Object.entries(CORS)) {
  t.test(`@fastify/cors ${name}`, async t => {
    const alone = await asking(t, async app => {
      await app.register(cors, options)
      corsRoutes(app)
    })
    for (const order of ['before', 'after']) {
      const { ask, send } = await asking(t, async app => {
        if (order === 'before') await app.register(cors, options)
        await app.register(hyperOptionsHandler)
        if (order === 'after') await app.register(cors, options)
        corsRoutes(app)
      })
      for (const headers of [[], ORIGIN]) {
        const response = await ask('/a', headers)
        t.same([...told(response), leftOf(response)], [204, 'GET, HEAD, PUT, OPTIONS', []], `${order}, ${headers.length}`)
      }
      // Everything else is as without the handler.
      const others: RawRequest[] = [
        ...['/a', '/none', '/own', '/any'].map(path => ({ method: 'OPTIONS', path, headers: PREFLIGHT })),
        ...['/none', '/own', '/any', '*'].map(path => ({ method: 'OPTIONS', path, headers: ORIGIN })),
        { method: 'GET', path: '/a', headers: ORIGIN }, { method: 'GET', path: '/none' }
      ]
      for (const request of others) {
        const [seen, wanted] = [await send(request), await alone.send(request)]
        t.same(seen.status, wanted.status, `${order}, ${request.method} ${request.path}`)
        t.same(withoutDate(seen), withoutDate(wanted), `${order}, ${request.method} ${request.path}`)
        t.equal(bodyText(seen), bodyText(wanted))
      }
    }
  })
}

/** The headers without the date. */
const withoutDate = ({ headers }: RawResponse) => headers.filter(([name]) => name.toLowerCase() !== 'date')

t.test('@fastify/cors in a scope, in a deprecated group', async t => {
  for (const order of ['before', 'after']) {
    const { ask } = await asking(t, async app => {
      await app.register(hyper)
      if (order === 'before') await app.register(cors)
      await app.register(hyperOptionsHandler)
      await app.register(async scope => {
        if (order === 'after') await scope.register(cors)
        else scope.options('*', (_, reply) => reply.callNotFound())
        scope.get('/a', answer)
        scope.patch('/a', { schema: { body: { type: 'object' } } }, answer)
      }, { prefix: '/v2', hyper: { deprecation: true } })
    })
    const response = await ask('/v2/a')
    t.same([...told(response), leftOf(response), header(response, 'deprecation')], [204, 'GET, HEAD, PATCH, OPTIONS', [], null], order)
  }
})

t.test('an origin that is allowed may read the answer, where @fastify/cors comes first', async t => {
  const { ask } = await asking(t, async app => {
    await app.register(cors, { origin: ['https://spa.example'] })
    await app.register(hyperOptionsHandler)
    corsRoutes(app)
  })
  t.equal(header(await ask('/a', ORIGIN), 'access-control-allow-origin'), 'https://spa.example')
})

const object = { type: 'object' }
const byType = (...types: string[]): FastifySchema => ({ body: { content: Object.fromEntries(types.map(type => [type, { schema: object }])) } })

/** What a URL says of bodies. */
const bodies = (response: RawResponse) => [header(response, 'accept-post'), header(response, 'accept-patch')]

async function bodyRoutes (app: FastifyInstance): Promise<void> {
  app.post('/plain', { schema: { body: object } }, answer)
  app.patch('/plain', { schema: { body: { type: 'object', properties: { content: object } } } }, answer)
  app.patch('/types/:id', { schema: byType('application/merge-patch+json', 'application/json-patch+json') }, answer)
  app.route({ method: ['POST', 'PATCH', 'PUT'], url: '/types', schema: byType('text/csv', 'text/*', '*/*', 'bad, type'), handler: answer })
  app.patch('/silent', answer)
  app.patch('/silent/schema', { schema: { querystring: object } }, answer)
  app.put('/put', { schema: { body: object } }, answer)
  app.patch('/orders/:id', { schema: { body: object } }, answer)
  app.patch('/orders/special', { schema: byType('text/special') }, answer)
  app.patch('/orders/:id/:part', answer)
  app.patch('/files/*', { schema: byType('text/file') }, answer)
  app.patch('/mixed/:a-:b.json', { schema: byType('text/mixed') }, answer)
  app.patch('/optional/:id?', { schema: byType('text/optional') }, answer)
  app.patch('/twins/:id(^\\d+$)', { schema: byType('text/number') }, answer)
  app.patch('/twins/:id', { schema: byType('text/name') }, answer)
  app.patch('/inner/:id/part', { schema: byType('text/inner') }, answer)
  app.patch('/inner/:id', { schema: byType('text/last') }, answer)
  app.patch('/agreed', { schema: byType('text/agreed'), constraints: { host: 'a.test' } }, answer)
  app.patch('/agreed', { schema: byType('text/agreed') }, answer)
  await app.register(async scope => {
    scope.removeContentTypeParser('application/json')
    scope.post('/', { schema: { body: object } }, answer)
    scope.patch('/', { schema: byType('text/scope') }, answer)
  }, { prefix: '/scope' })
}

const BODIES: Readonly<Record<string, readonly [post: string | null, patch: string | null]>> = {
  '/plain': ['application/json', 'application/json'],
  '/plain?x=%zz#y': ['application/json', 'application/json'],
  '/types/7': [null, 'application/merge-patch+json, application/json-patch+json'],
  '/types': ['text/csv', 'text/csv'],
  '/silent': [null, null],
  '/silent/schema': [null, null],
  '/put': [null, null],
  '/orders/7': [null, 'application/json'],
  '/orders/special': [null, 'text/special'],
  '/orders/a%20b%2Fc': [null, 'application/json'],
  '/orders/7/lines': [null, null],
  '/files/a/b%20c': [null, 'text/file'],
  '/mixed/1-2.json': [null, 'text/mixed'],
  '/optional': [null, 'text/optional'],
  '/optional/1': [null, 'text/optional'],
  '/twins/7': [null, null],
  '/twins/x': [null, null],
  '/inner//part': [null, 'text/inner'],
  '/inner/': [null, 'text/last'],
  '/agreed': [null, 'text/agreed'],
  '/scope': [null, 'text/scope'],
  '/scope/': [null, 'text/scope']
}

t.test('the bodies of POST and PATCH, where the route says what they may be', async t => {
  const first = await asking(t, async app => {
    await app.register(hyperOptionsHandler)
    await bodyRoutes(app)
  })
  const notAwaited = await asking(t, async app => {
    app.register(hyperOptionsHandler)
    await bodyRoutes(app)
  })
  const last = await asking(t, async app => {
    await bodyRoutes(app)
    await app.register(hyperOptionsHandler)
  })
  for (const [path, wanted] of Object.entries(BODIES)) {
    for (const { ask } of [first, notAwaited, last]) {
      const response = await ask(path)
      t.equal(response.status, 204, path)
      t.same(bodies(response), wanted, path)
    }
  }
})

t.test('OPTIONS parses the query once at most', async t => {
  const parsed: string[] = []
  const { ask } = await asking(t, withHandler(app => {
    for (const method of ['GET', 'PUT', 'PATCH'] as const) app.route({ method, url: '/a', handler: answer })
  }), { routerOptions: { querystringParser: query => { if (query !== '') parsed.push(query); return {} } } })
  t.same(told(await ask('/a?x=1#y?z')), [204, 'GET, HEAD, PUT, PATCH, OPTIONS'])
  t.ok(parsed.length <= 1, `${parsed.length} times`)
})

// Of 500 routes, so that a scan would be seen.
t.test('OPTIONS does not read the routes of the app again', async t => {
  const { app, ask } = await asking(t, withHandler(app => {
    for (let index = 0; index < 500; index++) app.patch(`/:tenant/x${index}/:id`, { schema: { body: object } }, answer)
  }))
  let reads = 0
  for (const route of routesOf(app)) {
    for (const name of ['server', 'schema', 'config']) Object.defineProperty(route, name, { get: () => { reads++ } })
  }
  t.same(bodies(await ask('/t/x499/7')), [null, 'application/json'])
  t.equal(reads, 0)
})

t.test('the bodies that the plugin reads as JSON', async t => {
  const declare = (options: object) => asking(t, async app => {
    await app.register(hyper, options)
    await app.register(hyperOptionsHandler)
    app.patch('/a', { schema: { body: object } }, answer)
  })
  t.same(bodies(await (await declare({})).ask('/a')), [null, 'application/json, application/vnd.hyper+json, application/hal+json, application/prs.hal-forms+json'])
  t.same(bodies(await (await declare({ mediaTypes: { hal: 'application/vnd.acme.hal+json' } })).ask('/a')), [null, 'application/json, application/vnd.hyper+json, application/vnd.acme.hal+json, application/prs.hal-forms+json'])
  t.same(bodies(await (await declare({ parsers: false })).ask('/a')), [null, 'application/json'])
})

t.test('what it says is what the routes take', async t => {
  const { ask, send } = await asking(t, async app => {
    await app.register(hyper)
    await app.register(hyperOptionsHandler)
    app.patch('/a', { schema: { body: object } }, answer)
  })
  for (const type of header(await ask('/a'), 'accept-patch')!.split(', ')) {
    t.equal((await send({ method: 'PATCH', path: '/a', headers: [['Content-Type', type]], body: '{}' })).status, 200, type)
  }
})

t.test('an app that is told of a path in other ways', async t => {
  const { ask } = await asking(t, withHandler(app => { app.patch('/Orders/:id', { schema: { body: object } }, answer) }),
    { routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } })
  for (const path of ['/orders/A', '/ORDERS/a/', '//orders//A']) t.same(bodies(await ask(path)), [null, 'application/json'], path)
})

t.test('in a scope', async t => {
  const { ask } = await asking(t, async app => {
    await app.register(async scope => {
      await scope.register(hyperOptionsHandler)
      scope.setNotFoundHandler((_, reply) => reply.code(404).send('nothing there'))
      scope.patch('/a', { schema: { body: object } }, answer)
    }, { prefix: '/v2' })
    app.get('/a', answer)
  })
  const response = await ask('/v2/a')
  t.same([...told(response), ...bodies(response)], [204, 'PATCH, OPTIONS', null, 'application/json'])
  t.same(told(await ask('/a')), [404, null], 'other scopes are left alone')
})

/** The warnings of an app that is declared so. */
async function warned (t: Test, declare: (app: FastifyInstance) => unknown): Promise<readonly string[]> {
  const { log } = await serve(t, declare)
  t.equal(log.filter(({ level }) => level >= WARN).length, warnings(log, 'HYPER013').length, 'no other warning')
  return warnings(log, 'HYPER013')
}

const deprecated = { config: { hyper: { deprecation: true } } }

t.test('a deprecation that nobody announces is said once', async t => {
  t.match(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    app.get('/new', answer)
    app.get('/old', deprecated, answer)
    app.get('/older', deprecated, answer)
  }), [/^route GET \/old: it is declared as deprecated, but fastify-hyper is not registered there, so no response has the headers\. Write: await app\.register\(hyper\)\.$/])
  t.match(await warned(t, async app => {
    app.register(hyperOptionsHandler)
    app.put('/old', deprecated, answer)
  }), [/^route PUT \/old: /], 'also of a route that was there before')
  const groups = async (app: FastifyInstance) => {
    await app.register(hyperOptionsHandler)
    await app.register(async () => {}, { prefix: '/v1' })
    await app.register(async () => {}, { prefix: '/v2', hyper: { deprecation: {} } })
  }
  t.match(await warned(t, groups), [/^the scope \/v2: it is declared/])
  t.match(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    await app.register(async () => {}, { hyper: { deprecation: true } })
  }), [/^the scope: it is declared/])
})

t.test('nothing is said where the plugin is, or where nothing is deprecated', async t => {
  t.same(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    await app.register(hyper)
    app.get('/old', deprecated, answer)
    await app.register(async () => {}, { prefix: '/v2', hyper: { deprecation: true } })
  }), [])
  t.same(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    for (const [path, given] of Object.entries({ '/a': undefined, '/b': null, '/c': true, '/d': { deprecation: false }, '/e': {} })) app.get(path, { config: { hyper: given as never } }, answer)
    await app.register(async () => {}, { hyper: { deprecation: false } })
  }), [])
})

t.test('hosts in HTTP/2', async t => {
  const app = Fastify({ http2: true })
  t.teardown(() => app.close())
  await app.register(hyperOptionsHandler)
  app.get('/a', { constraints: { host: 'a.test' } }, answer)
  app.put('/a', answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect(`http://127.0.0.1:${(app.server.address() as { port: number }).port}`)
  const ask = async (authority: string) => {
    const stream = client.request({ ':method': 'OPTIONS', ':path': '/a', ':authority': authority })
    stream.end().resume()
    const [headers] = await once(stream, 'response') as [Record<string, unknown>]
    return [headers[':status'], headers['allow']]
  }
  t.same(await ask('a.test'), [204, 'GET, HEAD, PUT, OPTIONS'])
  t.same(await ask('b.test'), [204, 'PUT, OPTIONS'])
  client.destroy()
})
