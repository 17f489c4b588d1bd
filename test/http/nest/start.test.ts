import 'reflect-metadata'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Controller, Get, Inject, type MiddlewareConsumer, Module, type NestModule, type Type } from '@nestjs/common'
import { HttpAdapterHost, NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { Test } from '@nestjs/testing'
import type { FastifyInstance } from 'fastify'
import { html } from 'fastify-hyper/html'
import t from 'tap'
import { defineLinks, type Hyper, LinkTarget } from '../../../lib/index.ts'
import { fastifyPlugin } from '../../../lib/packages.cjs'
import { mcp } from '../../../mcp/index.ts'
import { HyperLinks, HyperModule } from '../../../nest/index.ts'
import { TOOL_HEADERS, toolCall } from '../../support/tool-calls.ts'

// An app starts as it does without HyperModule: plugins, middleware and routes come in its own order.

/** What ran for one request, in the order of its steps. */
const traced = (name: string) => (_: IncomingMessage, response: ServerResponse, next: () => void) => {
  response.appendHeader('x-trace', name)
  next()
}

/** A plugin as @fastify/rate-limit: a decorator and a hook. */
const named = (name: string) => fastifyPlugin(async (app: FastifyInstance) => {
  await new Promise(resolve => { setImmediate(resolve) })
  app.decorate(name, true)
  app.addHook('onRequest', async (_, { raw }) => { raw.appendHeader('x-trace', name) })
}, { name })

const instanceOf = (app: NestFastifyApplication) => app.getHttpAdapter().getInstance() as unknown as FastifyInstance

class Thing { id = 1 }

const thingLinks = defineLinks(Thing, links => {
  links.self(LinkTarget.route('ThingsController.one'))
  links.link('raw', LinkTarget.route('raw'))
})

@HyperLinks()
@Controller('things')
class ThingsController {
  @Get() one () {
    return new Thing()
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule implements NestModule {
  configure (consumer: MiddlewareConsumer): void {
    consumer.apply(traced('first'), traced('second')).forRoutes('{*path}')
  }
}

@Module({})
class RegisteringModule implements NestModule {
  readonly #host: HttpAdapterHost

  constructor (@Inject(HttpAdapterHost) host: HttpAdapterHost) {
    this.#host = host
  }

  async configure (consumer: MiddlewareConsumer): Promise<void> {
    await null
    await this.#host.httpAdapter.getInstance<FastifyInstance>().register(named('configured'))
    consumer.apply(traced('third')).forRoutes(ThingsController)
  }
}

const provider = {
  provide: 'plugin',
  inject: [HttpAdapterHost],
  useFactory: async ({ httpAdapter }: HttpAdapterHost) => {
    if (httpAdapter === undefined) return null
    await httpAdapter.getInstance<FastifyInstance>().register(named('provided'))
    return httpAdapter.getInstance<FastifyInstance>().hasDecorator('provided')
  }
}

const hyper = { links: [thingLinks], hrefs: 'path' as const }

const MODULES: Record<string, object[]> = {
  forRoot: [HyperModule.forRoot(hyper)],
  forRootAsync: [HyperModule.forRootAsync({ useFactory: async () => hyper })]
}

function appModule (imports: object[], hyperLast: boolean): Type {
  class AppModule {}
  const own = [ThingsModule, RegisteringModule]
  Module({
    imports: (hyperLast ? [...own, ...imports] : [...imports, ...own]) as Type[], providers: [provider]
  })(AppModule)
  return AppModule
}

type Create = (module: Type, adapter: FastifyAdapter) => Promise<NestFastifyApplication>

const CREATE: Record<string, Create> = {
  'Test.createTestingModule': async (module, adapter) =>
    (await Test.createTestingModule({ imports: [module] }).compile()).createNestApplication(adapter, { logger: false }),
  'NestFactory.create': (module, adapter) => NestFactory.create(module, adapter, { logger: false, abortOnError: false })
}

// What main.ts or a test does before `init`. Returns what it sees.
const BEFORE: Record<string, (app: NestFastifyApplication) => unknown> = {
  nothing: () => null,
  'a plugin of the app': async app => {
    await app.register(named('limited'))
    return instanceOf(app).hasDecorator('limited')
  },
  'plugins of the instance': async app => {
    await instanceOf(app).register(named('limited'))
    const seen = [instanceOf(app).hasDecorator('limited')]
    await instanceOf(app).register(named('signed'))
    return [...seen, instanceOf(app).hasDecorator('signed')]
  },
  'a plugin that is not awaited': app => {
    app.register(named('limited'))
    return instanceOf(app).hasDecorator('limited')
  },
  'plugins at once': async app => {
    await Promise.all([app.register(named('limited')), instanceOf(app).register(named('signed'))])
    return [instanceOf(app).hasDecorator('limited'), instanceOf(app).hasDecorator('signed')]
  },
  'global middleware': async app => {
    app.use(traced('global'))
    await app.register(named('limited'))
    app.use(traced('later'))
    return instanceOf(app).hasDecorator('limited')
  },
  'after()': async app => {
    app.register(named('limited'))
    await instanceOf(app).after()
    return instanceOf(app).hasDecorator('limited')
  }
}

/** Starts an app, and returns what it saw and what a request passes. */
async function observe (create: Create, module: Type, before: (app: NestFastifyApplication) => unknown) {
  const app = await create(module, new FastifyAdapter())
  try {
    const seen = await before(app)
    await app.init()
    const { statusCode, headers, body } = await app.inject('/things')
    return { seen, provided: app.get<unknown>('plugin'), statusCode, trace: headers['x-trace'], body }
  } finally {
    await app.close()
  }
}

for (const [way, create] of Object.entries(CREATE)) {
  for (const [title, before] of Object.entries(BEFORE)) {
    t.test(`${way}, before init: ${title}`, async t => {
      const { body, ...alone } = await observe(create, appModule([], false), before)
      t.equal(body, '{"id":1}')
      for (const [name, imports] of Object.entries(MODULES)) {
        for (const last of [false, true]) {
          const { body: linked, ...observed } = await observe(create, appModule(imports, last), before)
          t.same(observed, alone, `${name}, ${last ? 'last' : 'first'} of the imports`)
          t.match(linked, '"self":{"href":"/things"}')
        }
      }
    })
  }

  t.test(`${way}: a route that Fastify gets at once is one of the API`, async t => {
    const app = await create(appModule(MODULES['forRoot']!, false), new FastifyAdapter())
    t.teardown(() => app.close())
    instanceOf(app).get('/raw', { config: { hyper: { name: 'raw', links: true } } }, async () => new Thing())
    await app.init()
    t.equal((await app.inject('/raw')).json()._links.raw.href, '/raw')
  })

  t.test(`${way}: pages and tools are registered before init`, async t => {
    const app = await create(appModule(MODULES['forRoot']!, false), new FastifyAdapter())
    t.teardown(() => app.close())
    await app.register(html)
    await app.register(mcp, { prefix: '/mcp' })
    t.ok((instanceOf(app) as unknown as { hyper: Hyper }).hyper)
    await app.init()
    t.match((await app.inject({ url: '/things', headers: { accept: 'text/html' } })).body, /<h1/)
    const body = JSON.stringify(toolCall('open', { url: '/things' }))
    t.match((await app.inject({ method: 'POST', url: '/mcp', headers: TOOL_HEADERS, body })).body, /\/things/)
  })
}

t.test('an app that registers middleware itself', async t => {
  const imports = [HyperModule.forRoot(hyper)]
  const module = await Test.createTestingModule({ imports, controllers: [ThingsController] }).compile()
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter({ skipMiddie: true }))
  t.teardown(() => app.close())
  await app.init()
  t.equal((await app.inject('/things')).json()._links.self.href, '/things')
})

t.test('two apps of one testing module', async t => {
  const module = await Test.createTestingModule({ imports: [appModule(MODULES['forRoot']!, false)] }).compile()
  for (const number of [1, 2]) {
    const { statusCode, body } = await observe(async (_, adapter) =>
      module.createNestApplication(adapter, { logger: false }), ThingsModule, app => app.register(named('limited')))
    t.equal(statusCode, 200, `app ${number}`)
    t.match(body, '"self":{"href":"/things"}')
  }
})

t.test('plugins that depend on fastify-hyper find it', async t => {
  const app = await CREATE['Test.createTestingModule']!(appModule(MODULES['forRoot']!, false), new FastifyAdapter())
  t.teardown(() => app.close())
  await app.register(fastifyPlugin(async () => {}, { name: 'dependent', dependencies: ['fastify-hyper'] }))
  t.ok(instanceOf(app).hasPlugin('fastify-hyper'))
})
