import { readdirSync, readFileSync } from 'node:fs'
import Newest, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import Lowest from 'fastify-lowest'
import t, { type Test } from 'tap'
import * as internals from '../../../lib/fastify/internals.ts'

// Each internal of Fastify that the package uses, against plain Fastify. A failure names what breaks: mend
// lib/fastify/internals.ts, or raise the lowest supported version.

type Create = typeof Newest

// The types are those of the newest copy.
const FASTIFYS: Readonly<Record<string, Create>> = { newest: Newest, lowest: Lowest as unknown as Create }

const idOnly = { type: 'object', properties: { id: { type: 'integer' } } }
const twoRequired = { type: 'object', required: ['id', 'secret'] }
type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly unknown[] }
const value = { id: 1, secret: 2 }

interface Pin {
  /** What the package does wrong if this does not hold. */
  readonly breaks: string
  holds (app: FastifyInstance, create: Create): unknown
}

/** Returns what a function reads from the reply of one request. */
async function withReply (
  app: FastifyInstance, look: (reply: FastifyReply, request: FastifyRequest) => unknown, response: object = {}
): Promise<unknown> {
  let seen: unknown
  app.get('/', { schema: { response } }, (request, reply) => {
    seen = look(reply, request)
    reply.hijack().raw.end()
  })
  await app.inject('/')
  return seen
}

async function inScope (app: FastifyInstance, look: (scope: FastifyInstance) => unknown): Promise<unknown> {
  let seen: unknown
  await app.register(async scope => { seen = look(scope) })
  await app.ready()
  return seen
}

async function trusts (create: Create, trustProxy: boolean): Promise<unknown> {
  const app = create({ trustProxy })
  const seen = await withReply(app, (_reply, request) => internals.isFromTrustedProxy(request))
  await app.close()
  return seen
}

const mine = () => '{"mine":1}'

const heldBy = (reply: FastifyReply) =>
  (reply as unknown as Record<symbol, unknown>)[internals.replySerializerSymbol(reply)!]

const byMediaType = { 200: { content: { 'application/json': { schema: idOnly } } } }

const PINS: Readonly<Record<keyof typeof internals, Pin>> = {
  outerScope: {
    breaks: 'scopes do not inherit the group options `hyper` of the scopes that contain them',
    holds: app => inScope(app, scope => internals.outerScope(scope) === app)
  },
  replySerializerSymbol: {
    breaks: 'a response is written with another serializer than that of its handler, ' +
      'and an error with that of the value',
    holds: app => withReply(app, reply => heldBy(reply) === null && heldBy(reply.serializer(mine)) === mine)
  },
  setReplySerializer: {
    breaks: 'an error response is written with the serializer of the value that failed',
    holds: app => withReply(app, reply => {
      internals.setReplySerializer(reply.serializer(mine), null)
      return heldBy(reply) === null && reply.serialize({ id: 1 }) === '{"id":1}'
    })
  },
  handlesErrors: {
    breaks: 'validation errors are not in the format of the client, or not those of the error handler of the app',
    holds: async app => {
      const inner = await inScope(app, scope => {
        scope.setErrorHandler(mine)
        return internals.handlesErrors(scope)
      })
      const outer = internals.handlesErrors(app)
      return inner === true && !outer && internals.handlesErrors({})
    }
  },
  scopeHooks: {
    breaks: '`hyper-api adopt` does not name the routes whose scope has hooks',
    holds: async app => {
      const [outer, inner] = [async () => {}, async () => {}]
      app.addHook('onRequest', outer)
      await inScope(app, scope => {
        scope.addHook('onRequest', inner)
        app.decorate('found', internals.scopeHooks(scope)?.['onRequest'])
      })
      const found = Reflect.get(app, 'found') as unknown[]
      return found.length === 2 && found[0] === outer && found[1] === inner &&
        internals.scopeHooks(app)?.['onRequest']?.length === 1
    }
  },
  parsesBodies: {
    breaks: 'actions that the app cannot parse are not reported, or others are',
    holds: async app => {
      const parsed = await inScope(app, scope => {
        scope.addContentTypeParser(/^image\//, (_request, _payload, done) => { done(null) })
        return internals.parsesBodies(scope, 'image/png') && internals.parsesBodies(scope, 'application/json')
      })
      return parsed === true && !internals.parsesBodies(app, 'image/png') && internals.parsesBodies({}, 'image/png')
    }
  },
  defaultReplySerializer: {
    breaks: 'lists are split although setReplySerializer may reorder them, or no list gets links',
    holds: async app => {
      const before = internals.defaultReplySerializer(app)
      const seen = await inScope(app, scope => {
        const inherited = internals.defaultReplySerializer(scope)
        scope.setReplySerializer(mine)
        return inherited === null && internals.defaultReplySerializer(scope) === mine
      })
      return before === null && seen === true && internals.defaultReplySerializer(app) === null
    }
  },
  schemaController: {
    breaks: 'embedded resources are not serialized as the response schemas of their scope are: ' +
      'hidden fields may be sent',
    holds: app => inScope(app, scope => {
      const root = internals.schemaController(app)!
      const before = root.isCustomSerializerCompiler === false &&
        internals.schemaController(scope)?.addedSchemas !== true
      scope.addSchema({ $id: 'order', ...idOnly })
      const own = internals.schemaController(scope)!
      const build = root.getSerializerBuilder()
      const usual = own.parent === root && own.addedSchemas && own.getSerializerBuilder() === build
      const route = { schema: { $ref: 'order#' }, method: 'GET', url: '', httpStatus: '200' }
      const compiled = build(scope.getSchemas(), undefined)(route)
      scope.setSerializerCompiler(() => mine)
      const validate = root.getValidatorBuilder()({}, { customOptions: { allErrors: true } })({ schema: twoRequired })
      const validates = root.isCustomValidatorCompiler === false && (validate as Validate)({}) === false &&
        (validate as Validate).errors?.length === 2 && 'schemaEnv' in (validate as Validate)
      scope.setValidatorCompiler(() => () => true)
      return before && usual && validates && own.isCustomValidatorCompiler &&
        compiled(value) === '{"id":1}' && own.isCustomSerializerCompiler &&
        own.serializerCompiler?.(route) === mine
    })
  },
  appOptions: {
    breaks: 'HYPER019 is not reported for `trustProxy: true`, and embedded resources do not obey serializerOpts',
    holds: async (_app, create) => {
      const options = { trustProxy: true, serializerOpts: { largeArraySize: 7 } }
      const app = create(options)
      await app.close()
      const { trustProxy, serializerOpts } = internals.appOptions(app)!
      return trustProxy === true && serializerOpts === options.serializerOpts
    }
  },
  isFromTrustedProxy: {
    breaks: 'a client that is not trusted chooses the path prefix of hrefs, ' +
      'or the prefix of a trusted proxy is ignored',
    holds: async (_app, create) => await trusts(create, true) === true && await trusts(create, false) === false
  },
  responseSerializers: {
    breaks: 'responses with schemas by media type are not written by their schema: hidden fields may be sent',
    holds: app => withReply(app, reply => {
      const found = internals.responseSerializers(reply, '200')
      const compiled = typeof found === 'object' ? found['application/json'] : undefined
      return compiled?.(value) === '{"id":1}' && internals.responseSerializers(reply, '201') === undefined
    }, byMediaType)
  },
  markSerializationError: {
    breaks: 'error handlers cannot tell which route a value could not be serialized for',
    holds: async app => {
      const marks: unknown[] = []
      app.setErrorHandler((error, request, reply) => {
        const ours = {}
        internals.markSerializationError(ours, request)
        marks.push(
          (error as { serialization?: unknown }).serialization, (ours as { serialization?: unknown }).serialization
        )
        reply.send({})
      })
      app.get('/', async () => ({ id: 1n }))
      await app.inject('/')
      return marks.length === 2 && marks[0] !== undefined && marks[0] === marks[1]
    }
  },
  eachRoute: {
    breaks: 'routes that were declared before the plugin are not reported (HYPER003); Allow, ' +
      'pages and tools miss routes',
    holds: async app => {
      const declared: unknown[] = []
      app.get('/orders', { schema: { response: byMediaType }, exposeHeadRoute: false }, async () => value)
      const constraints = { version: '1.0.0' }
      for (const options of [{}, { constraints }]) app.patch('/orders', options, async () => value)
      app.register(async scope => { scope.delete('/', async () => value) }, { prefix: '/orders' })
      await inScope(
        app, scope => scope.route({ method: ['PUT', 'POST'], url: '/orders/:id', handler: async () => value })
      )
      internals.eachRoute(
        app, 'GET',
        ({ server, schema, config }) => declared.push(server === app, schema?.response, config.method, config.url)
      )
      internals.eachRoute(
        app, 'PUT',
        ({ server, config }) => declared.push(internals.outerScope(server) === app, config.method, config.url)
      )
      const inPrefix: string[] = []
      internals.eachRoute(app, 'DELETE', (_route, path) => inPrefix.push(path))
      const constrained: unknown[] = []
      internals.eachRoute(app, 'PATCH', (_route, _path, constraints) => constrained.push(constraints))
      const expected = [true, byMediaType, 'GET', '/orders', true, ['PUT', 'POST'], '/orders/:id']
      return JSON.stringify(declared) === JSON.stringify(expected) &&
        JSON.stringify(inPrefix) === JSON.stringify(['/orders', '/orders/']) &&
        JSON.stringify(constrained) === JSON.stringify([{}, constraints])
    }
  },
  replaceBodyParser: {
    breaks: 'hypermedia media types are rejected (415) on every route',
    holds: async app => {
      app.post('/read', async ({ body }) => body)
      app.post('/other', async ({ body }) => body)
      app.get('/', async () => value)
      await app.ready()
      internals.eachRoute(app, 'POST', route => {
        internals.replaceBodyParser(route, own => route.config.url === '/other'
          ? null
          : (type, next, request, reply) => {
              own.run(own.getParser(type) === undefined ? 'application/json' : type, next, request, reply)
            })
      })
      internals.replaceBodyParser({} as internals.DeclaredRoute, () => () => {})
      const statuses = await Promise.all(['/read', '/other'].map(async url => {
        const headers = { 'content-type': 'application/x; a=1' }
        return (await app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode
      }))
      return statuses.join() === '200,415'
    }
  },
  sendError: {
    breaks: 'what readBody of a formatter throws is sent as a value if it is no error',
    holds: async app => {
      app.setErrorHandler((error, _request, reply) => reply.code(418).send({ thrown: error }))
      app.get('/', (_request, reply) => { internals.sendError(reply, { code: 1 }) })
      const { statusCode, body } = await app.inject('/')
      return statusCode === 418 && body === '{"thrown":{"code":1}}'
    }
  },
  hasRoute: {
    breaks: 'Allow names methods of routes that do not match, or has none',
    holds: async (_app, create) => {
      const app = create({ routerOptions: { maxParamLength: 3 } })
      app.get('/orders/:id', async () => value)
      await app.ready()
      const found = ['/orders/123', '/orders/1234', '/other']
        .map(url => internals.hasRoute(app, { method: 'GET', url, constraints: {} }))
      await app.close()
      return JSON.stringify(found) === '[true,false,false]'
    }
  },
  hasLogger: {
    breaks: 'without the option `logger`, notices are neither logged nor emitted as warnings of the process',
    holds: async (app, create) => {
      const silent = create({ logger: { level: 'silent' } })
      await silent.close()
      return !internals.hasLogger(app.log) && internals.hasLogger(silent.log)
    }
  }
}

for (const [copy, create] of Object.entries(FASTIFYS)) {
  for (const [name, { breaks, holds }] of Object.entries(PINS)) {
    t.test(`${name}, ${copy} Fastify`, async (t: Test) => {
      const app = create()
      t.teardown(() => app.close())
      t.equal(await holds(app, create), true, `otherwise ${breaks}`)
    })
  }
}

t.test('an object that no Fastify made has no state', async t => {
  const readers =
    [internals.defaultReplySerializer, internals.schemaController, internals.appOptions, internals.scopeHooks]
  for (const read of readers) {
    t.equal(read({}), null)
  }
})

t.test('every internal has a pin', async t => {
  t.same(Object.keys(internals).filter(name => !Object.hasOwn(PINS, name)), [])
})

t.test('no other file uses an internal', async t => {
  const folders = [
    'types', 'lib', 'hypermedia', 'views', 'explorer', 'html', 'mcp', 'nest', 'client', 'testing', 'scaffold', 'formats'
  ]
  const files = folders.flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file}`))
    .filter(file => /\.tsx?$/.test(file) && file !== 'lib/fastify/internals.ts')
  // The channels are documented. Types have no other way to the signatures of `register`; every compiler reports it if
  // the file is not there.
  const documented = /'fastify\.(?:initialization|request\.handler)'|'fastify\/types\/register\.js'/g
  const internal = /getOwnPropertySymbols|buildPrettyMeta|getSerializationFunction|\.serialization = |'fastify[./]/
  t.same(files.filter(file => internal.test(readFileSync(file, 'utf8').replace(documented, ''))), [])
  t.ok(files.length > 200)
})
