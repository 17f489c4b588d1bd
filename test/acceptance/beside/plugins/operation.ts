import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createHyperTransform, defineLinks, LinkTarget } from '../../../../lib/index.ts'
import { decorated, load, type Neighbour, pluginOf, registering, send } from '../neighbour.ts'

// Plugins that structure an app, connect it or watch it.

const noteLinks = defineLinks<{ id: number | string }>(links => {
  links.self(({ id }) => LinkTarget.uri(`/notes/${id}`))
})

/** A server that proxies forward to; it ends with the app. */
async function upstreamOf (app: FastifyInstance): Promise<string> {
  const upstream = Fastify()
  upstream.get('/hello', async request => ({ hello: 'upstream', accept: request.headers.accept }))
  app.addHook('onClose', () => upstream.close())
  return await upstream.listen({ port: 0, host: '127.0.0.1' })
}

const upstreams = new WeakMap<FastifyInstance, string>()

export const operation: readonly Neighbour[] = [
  {
    name: '@fastify/autoload',
    shows: 'plugins of a folder; routes of a folder, with links',
    register: registering('@fastify/autoload', { dir: `${process.cwd()}/test/acceptance/beside/app/plugins` }),
    routes: app =>
      app.decorate('noteLinks', noteLinks)
        .register(pluginOf('@fastify/autoload'), { dir: `${process.cwd()}/test/acceptance/beside/app/autoloaded` }),
    works: async (t, server) => {
      t.equal(decorated<{ clock: { year (): number } }>(server.app).clock.year(), 2026)
      t.same(await (await send(server, '/notes/7')).json(), { id: '7', _links: { self: { href: '/notes/7' } } })
    },
    note: 'Register fastify-hyper in a file that is loaded before the routes: `plugins/`, then `routes/`.'
  },
  {
    name: '@fastify/env',
    shows: '`app.config`',
    register: registering('@fastify/env', {
      schema: { type: 'object', properties: { ITEMS: { type: 'integer', default: 3 } } }, data: { ITEMS: '5' }
    }),
    routes: app => app.get(
      '/config', async () => ({ items: decorated<{ config: { ITEMS: number } }>(app).config.ITEMS })
    ),
    works: async (t, server) => {
      t.same(await (await send(server, '/config')).json(), { items: 5 })
    }
  },
  {
    name: '@fastify/awilix',
    shows: 'a policy resolves a service of the request',
    register: async app => {
      const { fastifyAwilixPlugin, diContainer } =
        load('@fastify/awilix') as { fastifyAwilixPlugin: never, diContainer: Container }
      await app.register(fastifyAwilixPlugin, { disposeOnClose: true, disposeOnResponse: true } as never)
      const { asFunction } = load('awilix') as { asFunction: (make: () => unknown) => unknown }
      diContainer.register({ clerks: asFunction(() => ['clerk']) })
      app.addHook('onRequest', async request => {
        scopeOf(request).register({ role: asFunction(() => request.headers['x-di-role']) })
      })
    },
    clerk: {
      isClerk: request => scopeOf(request).resolve<string[]>('clerks')
        .includes(scopeOf(request).resolve<string>('role')),
      headers: async () => [['X-DI-Role', 'clerk']]
    },
    routes: app => app.get('/clerks', async request => scopeOf(request).resolve('clerks')),
    works: async (t, server) => {
      t.same(await (await send(server, '/clerks')).json(), ['clerk'])
    }
  },
  {
    name: '@fastify/schedule',
    shows: 'a job runs',
    register: app => app.register((load('@fastify/schedule') as { fastifySchedule: never }).fastifySchedule),
    works: async (t, { app }) => {
      const { SimpleIntervalJob, Task } = load('toad-scheduler') as Scheduling
      await new Promise<void>(resolve => {
        decorated<WithScheduler>(app).scheduler.addSimpleIntervalJob(new SimpleIntervalJob({
          milliseconds: 5, runImmediately: true
        }, new Task('once', resolve)))
      })
      t.pass('ran')
    }
  },
  {
    name: '@fastify/under-pressure',
    shows: 'a status route; 503 under pressure',
    register: registering('@fastify/under-pressure', {
      exposeStatusRoute: '/status', pressureHandler: pressed, maxHeapUsedBytes: 1, sampleInterval: 5
    }),
    works: async (t, server) => {
      t.equal((await send(server, '/status')).status, 200)
      let response = await send(server, '/orders/1', { headers: { 'x-pressure': 'yes' } })
      // Its samples are taken from time to time.
      for (let tries = 0; tries < 100 && response.status === 200; tries++) {
        await setTimeout(10)
        response = await send(server, '/orders/1', { headers: { 'x-pressure': 'yes' } })
      }
      t.same(
        [response.status, response.headers.get('retry-after'), await response.json()], [503, '10', { pressed: true }]
      )
    }
  },
  {
    name: '@fastify/rate-limit',
    shows: 'a limit of one route; its headers on responses with links',
    register: registering('@fastify/rate-limit', { max: 10_000 }),
    routes: app => app.get(
      '/limited', { config: { rateLimit: { max: 1 } } as object }, async () => ({ limited: true })
    ),
    works: async (t, server) => {
      t.same([(await send(server, '/limited')).status, (await send(server, '/limited')).status], [200, 429])
      t.equal((await send(server, '/orders/1')).headers.get('x-ratelimit-limit'), '10000')
    }
  },
  {
    name: '@fastify/circuit-breaker',
    shows: 'a route that fails is closed',
    register: registering('@fastify/circuit-breaker', { threshold: 1 }),
    routes: app => app.get(
      '/fails', { preHandler: decorated<{ circuitBreaker (): never }>(app).circuitBreaker() },
      async () => { throw new Error('fails') }
    ),
    works: async (t, server) => {
      t.same([(await send(server, '/fails')).status, (await send(server, '/fails')).status], [503, 503])
    }
  },
  {
    name: 'fastify-metrics',
    shows: 'requests are counted by route',
    register: registering('fastify-metrics', {
      endpoint: '/metrics', clearRegisterOnInit: true, defaultMetrics: { enabled: false }
    }),
    works: async (t, server) => {
      await (await send(server, '/orders/1')).text()
      t.match(
        await (await send(server, '/metrics')).text(), /http_request_duration_seconds_count\{[^}]*route="\/orders\/:id"/
      )
    }
  },
  {
    name: 'fastify-healthcheck',
    shows: 'a health route',
    register: registering('fastify-healthcheck'),
    works: async (t, server) => {
      t.match(await (await send(server, '/health')).json(), { statusCode: 200, status: 'ok' })
    }
  },
  {
    name: 'fastify-graceful-shutdown',
    shows: 'its handler is registered, and the app closes',
    register: app => app.register(pluginOf('fastify-graceful-shutdown'), { resetHandlersOnInit: true }),
    works: async (t, { app }) => {
      t.type(decorated<{ gracefulShutdown: unknown }>(app).gracefulShutdown, 'function')
    }
  },
  {
    name: '@fastify/otel',
    shows: 'a span for each request, with its route',
    register: async app => {
      const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } =
        load('@opentelemetry/sdk-trace-base') as Tracing
      const { FastifyOtelInstrumentation } =
        load('@fastify/otel') as { FastifyOtelInstrumentation: new () => Instrumentation }
      const exporter = new InMemorySpanExporter()
      const instrumentation = new FastifyOtelInstrumentation()
      instrumentation.setTracerProvider(new BasicTracerProvider({
        spanProcessors: [new SimpleSpanProcessor(exporter)]
      }))
      await app.register(instrumentation.plugin() as never)
      exporters.set(app, exporter)
    },
    works: async (t, server) => {
      await (await send(server, '/orders/1')).text()
      const routes = exporters.get(server.app)!.getFinishedSpans().map(({ attributes }) => attributes['http.route'])
      t.ok(routes.includes('/orders/:id'), routes.join())
    }
  },
  {
    name: '@fastify/swagger',
    shows: 'the OpenAPI document has links and actions',
    register: registering('@fastify/swagger', {
      openapi: { openapi: '3.1.0', info: { title: 'Orders', version: '1.0.0' } }, transform: createHyperTransform()
    }),
    works: async (t, { app }) => {
      const document = JSON.stringify(decorated<{ swagger (): object }>(app).swagger())
      for (const member of ['_links', '_actions', '_templates', 'application/hal+json']) {
        t.ok(document.includes(`"${member}"`), member)
      }
    },
    note: 'Set [`transform`](openapi.md). Register it before the routes.'
  },
  {
    name: '@fastify/swagger-ui',
    shows: 'its page, and the document that it loads',
    register: async app => {
      await app.register(pluginOf('@fastify/swagger'), {
        openapi: { info: { title: 'Orders', version: '1.0.0' } },
        transform: createHyperTransform({ formats: ['default'] })
      })
      await app.register(pluginOf('@fastify/swagger-ui'), { routePrefix: '/documentation' })
    },
    works: async (t, server) => {
      t.match((await send(server, '/documentation', { redirect: 'follow' })).headers.get('content-type'), 'text/html')
      t.ok(JSON.stringify(await (await send(server, '/documentation/json')).json()).includes('"_links"'))
    }
  },
  {
    name: '@fastify/routes',
    shows: '`app.routes`, with the names of routes',
    register: registering('@fastify/routes'),
    works: async (t, { app }) => {
      const [route] = decorated<{ routes: Map<string, Array<{ config: object }>> }>(app).routes.get('/orders/:id')!
      t.match(route, { config: { hyper: { name: 'GetOrder' } } })
    }
  },
  {
    name: '@fastify/reply-from',
    shows: 'a route forwards a request',
    register: async app => {
      const base = await upstreamOf(app)
      await app.register(pluginOf('@fastify/reply-from'), { base })
    },
    routes: app => app.get('/forwarded', { config: { hyper: { links: noteLinks } } },
      (_request, reply) => decorated<{ from (path: string): FastifyReply }>(reply).from('/hello')),
    works: async (t, server) => {
      const response = await send(server, '/forwarded', { headers: { accept: 'application/hal+json' } })
      t.same(await response.json(), { hello: 'upstream', accept: 'application/hal+json' })
    },
    note: 'What it forwards is a stream: it gets no links, also in a route that is opted in.'
  },
  {
    name: '@fastify/http-proxy',
    shows: 'a path prefix is forwarded',
    register: async app => {
      upstreams.set(app, await upstreamOf(app))
      await app.register(pluginOf('@fastify/http-proxy'), { upstream: upstreams.get(app), prefix: '/proxied' })
    },
    works: async (t, server) => {
      t.same(await (await send(server, '/proxied/hello', { headers: { accept: 'text/plain' } })).json(), {
        hello: 'upstream', accept: 'text/plain'
      })
    }
  },
  {
    name: '@fastify/postgres',
    shows: 'a row of PostgreSQL has links',
    register: async app => {
      const { PGlite } = load('@electric-sql/pglite') as {
        PGlite: { create (): Promise<{ exec (sql: string): Promise<unknown>, close (): Promise<void> }> }
      }
      const { PGLiteSocketServer } =
        load('@electric-sql/pglite-socket') as { PGLiteSocketServer: new (options: object) => SocketServer }
      const db = await PGlite.create()
      await db.exec('CREATE TABLE notes (id int PRIMARY KEY); INSERT INTO notes VALUES (7)')
      const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0 })
      await server.start()
      app.addHook('onClose', async () => {
        await server.stop()
        await db.close()
      })
      await app.register(pluginOf('@fastify/postgres'), {
        connectionString: `postgres://postgres@${server.getServerConn()}/postgres`, max: 1
      })
    },
    routes: app => app.get('/notes/:id', { config: { hyper: { links: noteLinks } } }, async ({ params }) => {
      const { rows } = await decorated<WithPostgres>(app).pg
        .query('SELECT id FROM notes WHERE id = $1', [(params as { id: string }).id])
      return rows[0]
    }),
    works: async (t, server) => {
      t.same(await (await send(server, '/notes/7')).json(), { id: 7, _links: { self: { href: '/notes/7' } } })
    }
  },
  {
    name: 'fastify-type-provider-zod',
    shows: 'a Zod schema hides a field; the value has links',
    // It is no plugin: a scope sets its compilers.
    register: () => {},
    routes: app => app.register(async scope => {
      const { serializerCompiler, validatorCompiler } = load('fastify-type-provider-zod') as Record<string, never>
      const { z } = load('zod') as { z: Zod }
      scope.setValidatorCompiler(validatorCompiler!)
      scope.setSerializerCompiler(serializerCompiler!)
      const schema = { params: z.object({ id: z.coerce.number() }), response: { 200: z.object({ id: z.number() }) } }
      scope.get('/notes/:id', {
        schema, config: { hyper: { links: noteLinks } }
      }, async ({ params }) => ({ id: (params as { id: number }).id, secret: 'hidden' }))
    }),
    works: async (t, server) => {
      t.same(await (await send(server, '/notes/7')).json(), { id: 7, _links: { self: { href: '/notes/7' } } })
      t.equal((await send(server, '/notes/seven')).status, 400)
    }
  },
  {
    name: '@fastify/type-provider-typebox',
    shows: 'its validator compiler; the value has links',
    // It is no plugin: a scope sets its compilers.
    register: () => {},
    routes: app => app.register(async scope => {
      const { TypeBoxValidatorCompiler } = load('@fastify/type-provider-typebox') as Record<string, never>
      const { Type } = load('typebox') as { Type: { Object (properties: object): object, Integer (): object } }
      scope.setValidatorCompiler(TypeBoxValidatorCompiler!)
      const id = Type.Object({ id: Type.Integer() })
      scope.get('/notes/:id', {
        schema: { params: id, response: { 200: id } }, config: { hyper: { links: noteLinks } }
      },
      async ({ params }) => ({ ...params as { id: number }, secret: 'hidden' }))
    }),
    works: async (t, server) => {
      t.same(await (await send(server, '/notes/7')).json(), { id: 7, _links: { self: { href: '/notes/7' } } })
      t.equal((await send(server, '/notes/seven')).status, 400)
    }
  }
]

// Every request is under pressure, and those without this header are allowed.
function pressed (request: FastifyRequest, reply: FastifyReply): object | undefined {
  if (request.headers['x-pressure'] === undefined) return undefined
  reply.code(503).header('retry-after', '10')
  return { pressed: true }
}

interface Container {
  register (registrations: object): void
  resolve<V> (name: string): V
}

const scopeOf = (request: FastifyRequest) => decorated<{ diScope: Container }>(request).diScope

interface Scheduling {
  SimpleIntervalJob: new (schedule: object, task: object) => object
  Task: new (name: string, run: () => void) => object
}

interface WithScheduler { scheduler: { addSimpleIntervalJob (job: object): void } }

interface Exporter { getFinishedSpans (): Array<{ attributes: Record<string, unknown> }> }

interface Tracing {
  BasicTracerProvider: new (options: object) => object
  InMemorySpanExporter: new () => Exporter
  SimpleSpanProcessor: new (exporter: Exporter) => object
}

interface Instrumentation {
  setTracerProvider (provider: object): void
  plugin (): unknown
}

const exporters = new WeakMap<object, Exporter>()

interface SocketServer {
  start (): Promise<void>
  stop (): Promise<void>
  getServerConn (): string
}

interface WithPostgres { pg: { query (sql: string, values: unknown[]): Promise<{ rows: object[] }> } }

interface Zod {
  object (shape: object): object
  number (): object
  coerce: { number (): object }
}
