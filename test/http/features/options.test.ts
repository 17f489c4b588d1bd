import { once } from 'node:events'
import { connect } from 'node:http2'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import Fastify, {
  type FastifyInstance, type FastifySchema, type FastifyServerOptions, type HTTPMethods, type RouteOptions
} from 'fastify'
import t, { type Test } from 'tap'
import { routesOf } from '../../../lib/fastify/routes.ts'
import hyper, { hyperOptionsHandler } from '../../../lib/index.ts'
import { checkClaims, type Checks, differs, type Exchange, responseChecks } from '../../support/claims.ts'
import { bodyText } from '../../support/documents.ts'
import { warnings } from '../../support/projection.ts'
import { header, type HeaderPair, type RawRequest, type RawResponse } from '../../support/raw.ts'
import { serve, type Server, WARN } from '../../support/servers.ts'
import { checkRows, known, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

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

const STATES = [
  'exposeHeadRoutes', 'ignoreTrailingSlash', 'caseSensitive', 'cors', 'appHook', 'registeredAfterHandler',
  'optionsHandler', 'deprecated'
]
const SERVER = ['exposeHeadRoutes', 'ignoreTrailingSlash', 'caseSensitive']

const APP_HOOKS: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
  'onRequest answers 401 for every request without Authorization': app =>
    app.addHook('onRequest', async ({ headers }, reply) => {
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

const WAYS: Readonly<Record<string, Way>> = {
  plain: {}, 'with the plugin': { plugin: true }, 'after the routes': { routesFirst: true }
}

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

const checks: Checks<Expect, Exchange> = {
  ...responseChecks,
  allow: (wanted, { response }) => differs('Allow', header(response, 'allow'), wanted),
  body: (wanted, { response }) => differs('body', bodyText(response), wanted)
}

await checkRows(readTable<OptionsRow>('options'), async (t, row) => {
  knownRow(row, 'routes', 'state', 'request', 'expect', 'acceptable')
  knownKeys(row.state ?? {}, ...STATES)
  knownKeys(row.request, 'method', 'path', 'headers')
  const options = Object.fromEntries(Object.entries(row.state ?? {})
    .filter(([name]) => SERVER.includes(name))) as FastifyServerOptions
  for (const [name, way] of Object.entries(WAYS)) {
    await t.test(name, async t => {
      const { send } = await serve(t, app => declare(app, row, way), options)
      const response = await send(row.request)
      await checkClaims(t, row, checks, { response })
      if (row.state?.deprecated === true) t.equal(header(response, 'deprecation'), null)
    })
  }
})

type SendOptions = (path: string, headers?: readonly HeaderPair[]) => Promise<RawResponse>

/** A server with the handler, and a function that sends OPTIONS. */
async function serveOptions (
  t: Test, declare: (app: FastifyInstance) => unknown, options?: FastifyServerOptions
): Promise<Server & { sendOptions: SendOptions }> {
  const server = await serve(t, declare, options)
  return { ...server, sendOptions: (path, headers = []) => server.send({ method: 'OPTIONS', path, headers }) }
}

const withHandler = (declare: (app: FastifyInstance) => unknown) => async (app: FastifyInstance) => {
  await app.register(hyperOptionsHandler)
  await declare(app)
}

const handler = async () => ({ ok: true })

/** The status and Allow. */
const statusAndAllow = (response: RawResponse) => [response.status, header(response, 'allow')]

/** What is left of a body in the head. */
const leftOf = (response: RawResponse) =>
  ['content-type', 'content-length', 'transfer-encoding', 'etag'].filter(name => header(response, name) !== null)

t.test('others than the usual methods come last, by name', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.addHttpMethod('MKCOL').addHttpMethod('COPY')
    app.route({ method: ['MKCOL', 'TRACE', 'COPY', 'DELETE'], url: '/a', handler })
  }))
  t.same(statusAndAllow(await sendOptions('/a')), [204, 'DELETE, OPTIONS, COPY, MKCOL, TRACE'])
})

t.test('an any-method route wins', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.all('/any', handler)
    app.route({ method: ['GET', 'OPTIONS'], url: '/both', handler })
    app.options('/files/*', handler)
    app.put('/files/*', handler)
  }))
  for (const path of ['/any', '/both', '/files/a']) t.same(statusAndAllow(await sendOptions(path)), [200, null], path)
})

t.test('an any-method catch-all wins too', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.all('*', handler)
    app.get('/a', handler)
  }))
  t.same(statusAndAllow(await sendOptions('/a')), [200, null])
})

t.test('a catch-all OPTIONS * responds where no route matches', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.options('*', async () => 'catch-all')
    app.get('/a', handler)
    app.register(async scope => {
      scope.options('*', async () => 'of the scope')
      scope.put('/b', handler)
    }, { prefix: '/v2' })
  }))
  t.same(statusAndAllow(await sendOptions('/a')), [204, 'GET, HEAD, OPTIONS'])
  t.same(statusAndAllow(await sendOptions('/v2/b')), [204, 'PUT, OPTIONS'])
  t.equal(bodyText(await sendOptions('/none')), 'catch-all')
  t.equal(bodyText(await sendOptions('/v2/none')), 'of the scope')
})

t.test('routes with constraints', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.get('/versions', { constraints: { version: '1.2.0' } }, handler)
    app.put('/versions', { constraints: { version: '2.0.0' } }, handler)
    app.get('/hosts', { constraints: { host: 'a.test' } }, handler)
    app.put('/hosts', { constraints: { host: /^b\./ } }, handler)
    app.delete('/hosts', handler)
    app.get('/secret', { constraints: { secret: 'alpha' } }, handler)
    app.post('/secret', handler)
    app.get('/secrets', { constraints: { secret: 'alpha' } }, handler)
  }), {
    routerOptions: {
      constraints: {
        secret: {
          name: 'secret',
          storage: () => {
            const handlers = new Map<string, unknown>()
            return {
              get: (key: string) => handlers.get(key) ?? null,
              set: (key: string, value: unknown) => { handlers.set(key, value) }
            } as never
          },
          deriveConstraint: (request: { headers: Record<string, unknown> }) => request.headers['x-secret'],
          validate: () => true
        } as never
      }
    }
  })
  t.same(statusAndAllow(await sendOptions('/versions', [['Accept-Version', '1.x']])), [204, 'GET, HEAD, OPTIONS'])
  t.same(statusAndAllow(await sendOptions('/versions', [['Accept-Version', '2.0.0']])), [204, 'PUT, OPTIONS'])
  t.same(statusAndAllow(await sendOptions('/versions')), [404, null])
  t.same(statusAndAllow(await sendOptions('/hosts', [['Host', 'a.test']])), [204, 'GET, HEAD, DELETE, OPTIONS'])
  t.same(statusAndAllow(await sendOptions('/hosts', [['Host', 'b.test']])), [204, 'PUT, DELETE, OPTIONS'])
  t.same(statusAndAllow(await sendOptions('/hosts')), [204, 'DELETE, OPTIONS'])
  t.same(
    statusAndAllow(await sendOptions('/secret', [['X-Secret', 'alpha']])), [204, 'POST, OPTIONS'],
    'custom ones are not listed'
  )
  t.same(statusAndAllow(await sendOptions('/secrets', [['X-Secret', 'alpha']])), [404, null])
})

t.test('a version that no route has is ignored', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => { app.get('/a', handler) }))
  t.same(statusAndAllow(await sendOptions('/a', [['Accept-Version', '1.x']])), [204, 'GET, HEAD, OPTIONS'])
})

t.test('OPTIONS of a path that the router rejects', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.get('/orders/:id', handler)
    app.get('*', handler)
    app.patch('/a/:id', { schema: { body: { type: 'object' } } }, handler)
  }))
  t.same(
    statusAndAllow(await sendOptions(`/orders/${'x'.repeat(101)}`)), [204, 'GET, HEAD, OPTIONS'], 'the catch-all of GET'
  )
  t.equal((await sendOptions('/%zz')).status, 400)
  t.same(statusAndAllow(await sendOptions('*')), [404, null])
  t.same(statusAndAllow(await sendOptions('*a')), [404, null])
  t.same(statusAndAllow(await sendOptions('/a/1?%zz')), [204, 'GET, HEAD, PATCH, OPTIONS'])
  t.same(statusAndAllow(await sendOptions('http://127.0.0.1/a/1')), [204, 'GET, HEAD, PATCH, OPTIONS'])
  const bare = await serveOptions(t, withHandler(app => { app.get('/orders/:id', handler) }))
  t.same(statusAndAllow(await bare.sendOptions(`/orders/${'x'.repeat(101)}`)), [404, null])
})

t.test('a path that ends at a semicolon', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    // The router of unknown routes does not read the option.
    app.options('*', handler)
    app.patch('/a/:id', { schema: { body: { type: 'object' } } }, handler)
  }), { routerOptions: { useSemicolonDelimiter: true } as FastifyServerOptions['routerOptions'] & object })
  for (const path of ['/a/1;x', '/a/1;%zz']) {
    const response = await sendOptions(path)
    t.same(
      [...statusAndAllow(response), header(response, 'accept-patch')], [204, 'PATCH, OPTIONS', 'application/json'], path
    )
  }
})

t.test('the 404 of the app, and of a scope', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.setNotFoundHandler((_, reply) => reply.code(404).send('nothing here'))
    app.register(async scope => {
      scope.setNotFoundHandler((_, reply) => reply.code(404).send('nothing there'))
      scope.get('/a', handler)
    }, { prefix: '/v2' })
  }))
  t.equal(bodyText(await sendOptions('/a')), 'nothing here')
  t.equal(bodyText(await sendOptions('/v2/b')), 'nothing there')
  t.same(statusAndAllow(await sendOptions('/v2/a')), [204, 'GET, HEAD, OPTIONS'])
})

t.test('hooks before it run, hooks after it do not', async t => {
  const seen: string[] = []
  const { sendOptions, send } = await serveOptions(t, async app => {
    app.addHook('onRequest', async (_, reply) => {
      seen.push('before')
      reply.header('x-before', '1')
    })
    await app.register(hyperOptionsHandler)
    app.addHook('onRequest', async () => { seen.push('after') })
    app.addHook('preHandler', async () => { seen.push('handler') })
    app.get('/a', { onRequest: async () => { seen.push('route') } }, handler)
  })
  const response = await sendOptions('/a')
  t.same(statusAndAllow(response), [204, 'GET, HEAD, OPTIONS'])
  t.equal(header(response, 'x-before'), '1')
  t.same(seen.splice(0), ['before'])
  await send({ method: 'GET', path: '/a' })
  t.same(seen, ['before', 'after', 'route', 'handler'])
})

t.test('an earlier rejection is kept', async t => {
  const { sendOptions } = await serveOptions(t, async app => {
    app.addHook('onRequest', async (_, reply) => reply.code(400).type('text/plain').send('No tenant'))
    await app.register(cors)
    await app.register(hyperOptionsHandler)
    app.get('/a', handler)
  })
  t.same(statusAndAllow(await sendOptions('/a')), [400, null])
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
  delegated: {
    delegator: (_: unknown, callback: (error: Error | null, options: FastifyCorsOptions) => void) => {
      callback(null, { origin: true })
    }
  } as FastifyCorsOptions
}

const corsRoutes = (app: FastifyInstance) => {
  app.get('/a', handler)
  app.put('/a', handler)
  app.options('/own', async () => 'own')
  app.all('/any', async () => 'any')
}

for (const [name, options] of Object.entries(CORS)) {
  t.test(`@fastify/cors ${name}`, async t => {
    const plain = await serveOptions(t, async app => {
      await app.register(cors, options)
      corsRoutes(app)
    })
    for (const order of ['before', 'after']) {
      const { sendOptions, send } = await serveOptions(t, async app => {
        if (order === 'before') await app.register(cors, options)
        await app.register(hyperOptionsHandler)
        if (order === 'after') await app.register(cors, options)
        corsRoutes(app)
      })
      for (const headers of [[], ORIGIN]) {
        const response = await sendOptions('/a', headers)
        t.same(
          [...statusAndAllow(response), leftOf(response)], [204, 'GET, HEAD, PUT, OPTIONS', []],
          `${order}, ${headers.length}`
        )
      }
      // Everything else is as without the handler.
      const others: RawRequest[] = [
        ...['/a', '/none', '/own', '/any'].map(path => ({ method: 'OPTIONS', path, headers: PREFLIGHT })),
        ...['/none', '/own', '/any', '*'].map(path => ({ method: 'OPTIONS', path, headers: ORIGIN })),
        { method: 'GET', path: '/a', headers: ORIGIN }, { method: 'GET', path: '/none' }
      ]
      for (const request of others) {
        const [seen, wanted] = [await send(request), await plain.send(request)]
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
    const { sendOptions } = await serveOptions(t, async app => {
      await app.register(hyper)
      if (order === 'before') await app.register(cors)
      await app.register(hyperOptionsHandler)
      await app.register(async scope => {
        if (order === 'after') await scope.register(cors)
        else scope.options('*', (_, reply) => reply.callNotFound())
        scope.get('/a', handler)
        scope.patch('/a', { schema: { body: { type: 'object' } } }, handler)
      }, { prefix: '/v2', hyper: { deprecation: true } })
    })
    const response = await sendOptions('/v2/a')
    t.same([
      ...statusAndAllow(response), leftOf(response), header(response, 'deprecation')
    ], [204, 'GET, HEAD, PATCH, OPTIONS', [], null], order)
  }
})

t.test('an origin that is allowed may read the response, where @fastify/cors comes first', async t => {
  const { sendOptions } = await serveOptions(t, async app => {
    await app.register(cors, { origin: ['https://spa.example'] })
    await app.register(hyperOptionsHandler)
    corsRoutes(app)
  })
  t.equal(header(await sendOptions('/a', ORIGIN), 'access-control-allow-origin'), 'https://spa.example')
})

const object = { type: 'object' }
const byType = (...types: string[]): FastifySchema =>
  ({ body: { content: Object.fromEntries(types.map(type => [type, { schema: object }])) } })

/** The Accept-Post and Accept-Patch headers of a URL. */
const bodies = (response: RawResponse) => [header(response, 'accept-post'), header(response, 'accept-patch')]

async function bodyRoutes (app: FastifyInstance): Promise<void> {
  app.post('/plain', { schema: { body: object } }, handler)
  app.patch('/plain', { schema: { body: { type: 'object', properties: { content: object } } } }, handler)
  app.patch('/types/:id', { schema: byType('application/merge-patch+json', 'application/json-patch+json') }, handler)
  app.route({
    method: ['POST', 'PATCH', 'PUT'], url: '/types', schema: byType('text/csv', 'text/*', '*/*', 'bad, type'), handler
  })
  app.patch('/silent', handler)
  app.patch('/silent/schema', { schema: { querystring: object } }, handler)
  app.put('/put', { schema: { body: object } }, handler)
  app.patch('/orders/:id', { schema: { body: object } }, handler)
  app.patch('/orders/special', { schema: byType('text/special') }, handler)
  app.patch('/orders/:id/:part', handler)
  app.patch('/files/*', { schema: byType('text/file') }, handler)
  app.patch('/mixed/:a-:b.json', { schema: byType('text/mixed') }, handler)
  app.patch('/optional/:id?', { schema: byType('text/optional') }, handler)
  app.patch('/twins/:id(^\\d+$)', { schema: byType('text/number') }, handler)
  app.patch('/twins/:id', { schema: byType('text/name') }, handler)
  app.patch('/inner/:id/part', { schema: byType('text/inner') }, handler)
  app.patch('/inner/:id', { schema: byType('text/last') }, handler)
  app.patch('/agreed', { schema: byType('text/agreed'), constraints: { host: 'a.test' } }, handler)
  app.patch('/agreed', { schema: byType('text/agreed') }, handler)
  await app.register(async scope => {
    scope.removeContentTypeParser('application/json')
    scope.post('/', { schema: { body: object } }, handler)
    scope.patch('/', { schema: byType('text/scope') }, handler)
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
  '/twins/7': [null, 'text/number'],
  '/twins/x': [null, 'text/name'],
  '/inner//part': [null, 'text/inner'],
  '/inner/': [null, 'text/last'],
  '/agreed': [null, 'text/agreed'],
  '/scope': [null, 'text/scope'],
  '/scope/': [null, 'text/scope']
}

t.test('the bodies of POST and PATCH, where the schema lists their media types', async t => {
  const first = await serveOptions(t, async app => {
    await app.register(hyperOptionsHandler)
    await bodyRoutes(app)
  })
  const notAwaited = await serveOptions(t, async app => {
    app.register(hyperOptionsHandler)
    await bodyRoutes(app)
  })
  const last = await serveOptions(t, async app => {
    await bodyRoutes(app)
    await app.register(hyperOptionsHandler)
  })
  for (const [path, wanted] of Object.entries(BODIES)) {
    for (const { sendOptions } of [first, notAwaited, last]) {
      const response = await sendOptions(path)
      t.equal(response.status, 204, path)
      t.same(bodies(response), wanted, path)
    }
  }
})

t.test('OPTIONS parses the query once at most', async t => {
  const parsed: string[] = []
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    for (const method of ['GET', 'PUT', 'PATCH'] as const) app.route({ method, url: '/a', handler })
  }), { routerOptions: { querystringParser: query => { if (query !== '') parsed.push(query); return {} } } })
  t.same(statusAndAllow(await sendOptions('/a?x=1#y?z')), [204, 'GET, HEAD, PUT, PATCH, OPTIONS'])
  t.ok(parsed.length <= 1, `${parsed.length} times`)
})

// Of 500 routes, so that a scan would be seen.
t.test('OPTIONS reads the routes of its path only', async t => {
  const { app, sendOptions } = await serveOptions(t, withHandler(app => {
    for (let index = 0; index < 500; index++) app.patch(`/:tenant/x${index}/:id`, { schema: { body: object } }, handler)
  }))
  const read = new Set<string>()
  for (const route of routesOf(app)) {
    const { schema, config: { url } } = route
    Object.defineProperty(route, 'schema', { get: () => { read.add(url); return schema } })
  }
  t.same(bodies(await sendOptions('/t/x499/7')), [null, 'application/json'])
  t.same([...read], ['/:tenant/x499/:id'])
})

t.test('the bodies that the plugin reads as JSON', async t => {
  const declare = (options: object, remove: readonly string[] = []) => serveOptions(t, async app => {
    app.removeContentTypeParser([...remove])
    await app.register(hyper, options)
    await app.register(hyperOptionsHandler)
    app.patch('/a', { schema: { body: object }, config: { hyper: { links: true } } }, handler)
  })
  t.same(bodies(await (await declare({})).sendOptions('/a')), [
    null, 'application/json, application/vnd.hyper+json, application/hal+json, application/prs.hal-forms+json'
  ])
  t.same(bodies(await (await declare({ mediaTypes: { hal: 'application/vnd.acme.hal+json' } })).sendOptions('/a')), [
    null, 'application/json, application/vnd.hyper+json, application/vnd.acme.hal+json, application/prs.hal-forms+json'
  ])
  const reader = { mediaType: 'application/x.Document', format: () => '', readBody: () => null }
  t.match(bodies(await (await declare({ formatters: [reader] })).sendOptions('/a'))[1], /, application\/x\.document$/)
  t.same(bodies(await (await declare({ parsers: false })).sendOptions('/a')), [null, 'application/json'])
  t.same(bodies(await (await declare({}, ['application/json'])).sendOptions('/a')), [null, null])
})

t.test('the routes accept every listed media type', async t => {
  const { sendOptions, send } = await serveOptions(t, async app => {
    await app.register(hyper)
    await app.register(hyperOptionsHandler)
    app.patch('/a', { schema: { body: object }, config: { hyper: { links: true } } }, handler)
  })
  for (const type of header(await sendOptions('/a'), 'accept-patch')!.split(', ')) {
    t.equal(
      (await send({ method: 'PATCH', path: '/a', headers: [['Content-Type', type]], body: '{}' })).status, 200, type
    )
  }
})

t.test('router options that change how a path is matched', async t => {
  const { sendOptions } = await serveOptions(t, withHandler(app => {
    app.patch('/Orders/:id', { schema: { body: object } }, handler)
  }),
  { routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } })
  for (const path of ['/orders/A', '/ORDERS/a/', '//orders//A']) {
    t.same(bodies(await sendOptions(path)), [null, 'application/json'], path)
  }
})

t.test('in a scope', async t => {
  const { sendOptions } = await serveOptions(t, async app => {
    await app.register(async scope => {
      await scope.register(hyperOptionsHandler)
      scope.setNotFoundHandler((_, reply) => reply.code(404).send('nothing there'))
      scope.patch('/a', { schema: { body: object } }, handler)
    }, { prefix: '/v2' })
    app.get('/a', handler)
  })
  const response = await sendOptions('/v2/a')
  t.same([...statusAndAllow(response), ...bodies(response)], [204, 'PATCH, OPTIONS', null, 'application/json'])
  t.same(statusAndAllow(await sendOptions('/a')), [404, null], 'other scopes are unchanged')
})

/** The warnings of an app that is declared so. */
async function warned (t: Test, declare: (app: FastifyInstance) => unknown): Promise<readonly string[]> {
  const { log } = await serve(t, declare)
  t.equal(log.filter(({ level }) => level >= WARN).length, warnings(log, 'HYPER013').length, 'no other warning')
  return warnings(log, 'HYPER013')
}

const deprecated = { config: { hyper: { deprecation: true } } }

t.test('a deprecation that is not announced is logged once', async t => {
  t.match(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    app.get('/new', handler)
    app.get('/old', deprecated, handler)
    app.get('/older', deprecated, handler)
  }),
  [
    /^route GET \/old: it is declared as deprecated, but .* not registered .* Write: await app\.register\(hyper\)\.$/
  ])
  t.match(await warned(t, async app => {
    app.register(hyperOptionsHandler)
    app.put('/old', deprecated, handler)
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

t.test('no notice with the plugin, or without a deprecation', async t => {
  t.same(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    await app.register(hyper)
    app.get('/old', deprecated, handler)
    await app.register(async () => {}, { prefix: '/v2', hyper: { deprecation: true } })
  }), [])
  t.same(await warned(t, async app => {
    await app.register(hyperOptionsHandler)
    for (const [path, given] of Object.entries({
      '/a': undefined, '/b': null, '/c': true, '/d': { deprecation: false }, '/e': {}
    })) app.get(path, { config: { hyper: given as never } }, handler)
    await app.register(async () => {}, { hyper: { deprecation: false } })
  }), [])
})

t.test('hosts in HTTP/2', async t => {
  const app = Fastify({ http2: true })
  t.teardown(() => app.close())
  await app.register(hyperOptionsHandler)
  app.get('/a', { constraints: { host: 'a.test' } }, handler)
  app.put('/a', handler)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect(`http://127.0.0.1:${(app.server.address() as { port: number }).port}`)
  const sendOptions = async (authority: string) => {
    const stream = client.request({ ':method': 'OPTIONS', ':path': '/a', ':authority': authority })
    stream.end().resume()
    const [headers] = await once(stream, 'response') as [Record<string, unknown>]
    return [headers[':status'], headers['allow']]
  }
  t.same(await sendOptions('a.test'), [204, 'GET, HEAD, PUT, OPTIONS'])
  t.same(await sendOptions('b.test'), [204, 'PUT, OPTIONS'])
  client.destroy()
})
