import Fastify, {
  type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteShorthandOptions
} from 'fastify'
import t from 'tap'
import hyper, { evaluatePreconditions, type HyperProblem, LinkTarget, problem } from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo } from '../../support/servers.ts'

// A problem document sends its own status, media type, headers and body, wherever it comes from.

const TEXT = '{"type":"about:blank","title":"Conflict","status":409,"detail":"Shipped.","order":7,' +
  '"_links":{"order":{"href":"/orders/7"}},"_actions":{"cancel":{"href":"/orders/7","method":"PUT"}}}'

const made = (): HyperProblem => problem({ status: 409, detail: 'Shipped.' }).extension('order', 7)
  .link('order', LinkTarget.route('GetOrder', { id: 7 })).action('cancel', LinkTarget.route('PutOrder', { id: 7 }))

type Way = (reply: FastifyReply) => unknown

const SENT: Readonly<Record<string, Way>> = {
  send: reply => made().send(reply),
  'send, async': async reply => made().send(reply),
  'reply.send': reply => { reply.send(made()) },
  'reply.send, async': async reply => reply.send(made()),
  'reply.code(200).send': reply => { reply.code(200).send(made()) },
  'reply.send later': reply => {
    setImmediate(() => reply.send(made()))
    return reply
  }
}
const THROWN: Readonly<Record<string, Way>> = {
  throw: () => { throw made() },
  'throw, async': async () => { throw made() },
  'throw after reply.code(200)': reply => { reply.code(200); throw made() }
}
const RETURNED: Readonly<Record<string, Way>> = {
  return: made,
  'return, async': async () => made(),
  'return after reply.code(200)': reply => { reply.code(200); return made() }
}
const ALL = { ...SENT, ...THROWN, ...RETURNED }
// Fastify ignores what these hooks return.
const HOOKED = { ...SENT, ...THROWN }

/** Where a problem comes from: adds a route or a handler to a scope, and returns the path to request. */
type Place = (scope: FastifyInstance, way: Way, path: string, options: RouteShorthandOptions) => string

const fine = async () => ({ fine: true })
const broken = () => { throw new Error('broken') }
const inRoute = (hooks: (way: Way) => RouteShorthandOptions): Place => (scope, way, path, options) => {
  scope.get(path, { ...options, ...hooks(way) }, fine)
  return path
}

const PLACES: Readonly<Record<string, readonly [place: Place, ways: Readonly<Record<string, Way>>]>> = {
  handler: [(scope, way, path, options) => {
    scope.get(path, options, (_request, reply) => way(reply))
    return path
  }, ALL],
  'onRequest hook': [inRoute(way => ({ onRequest: async (_request, reply) => way(reply) })), HOOKED],
  'preParsing hook': [inRoute(way => ({ preParsing: async (_request, reply) => way(reply) as never })), HOOKED],
  'preValidation hook': [inRoute(way => ({ preValidation: async (_request, reply) => way(reply) })), HOOKED],
  'preHandler hook': [inRoute(way => ({ preHandler: async (_request, reply) => way(reply) })), HOOKED],
  'preHandler hook with a callback': [
    inRoute(() => ({ preHandler: (_request, _reply, done) => { done(made() as never) } })), { done: made }
  ],
  'preSerialization hook of the route': [
    inRoute(way => ({ preSerialization: oncePerReply(way) })), { ...RETURNED, ...THROWN }
  ],
  'preSerialization hook of the scope': [(scope, way, path, options) => {
    const hook = oncePerReply(way)
    scope.addHook('preSerialization', async (request, reply, payload) =>
      request.url === path ? hook(request, reply, payload) : payload)
    scope.get(path, options, fine)
    return path
  }, { ...RETURNED, ...THROWN }],
  'onSend hook': [inRoute(way => ({ onSend: oncePerReply(way) as never })), THROWN],
  'error handler of the route': [(scope, way, path, options) => {
    scope.get(path, { ...options, errorHandler: (_error, _request, reply) => way(reply) as void }, broken)
    return path
  }, ALL],
  'error handler of a scope': [(scope, way, path, options) => {
    scope.register(async inner => {
      inner.setErrorHandler((_error, _request, reply) => way(reply))
      inner.get(path, options, broken)
    })
    return path
  }, ALL],
  'error handler that throws on': [(scope, way, path, options) => {
    scope.register(async inner => {
      inner.setErrorHandler(error => { throw error })
      inner.get(path, options, (_request, reply) => way(reply))
    })
    return path
  }, THROWN],
  'error handler that sends on': [(scope, way, path, options) => {
    scope.register(async inner => {
      inner.setErrorHandler((error, _request, reply) => { reply.send(error) })
      inner.get(path, options, (_request, reply) => way(reply))
    })
    return path
  }, THROWN],
  'not-found handler': [(scope, way, path) => {
    scope.register(
      async inner => { inner.setNotFoundHandler((_request, reply) => way(reply) as void) }, { prefix: path }
    )
    return `${path}/nowhere`
  }, ALL],
  'not-found handler that a route calls': [(scope, way, path, options) => {
    scope.register(async inner => {
      inner.setNotFoundHandler((_request, reply) => way(reply) as void)
      inner.get('/', options, (_request, reply) => { reply.callNotFound() })
    }, { prefix: path })
    return path
  }, ALL],
  // NestJS and the like send what a controller returns from outside, under a status of their own.
  'a framework on top': [(scope, way, path, options) => {
    scope.get(path, options, (_request, reply) => {
      const value = way(reply)
      if (!reply.sent) reply.status(200).send(value)
    })
    return path
  }, { return: RETURNED['return']! }]
}

// Replaces the first payload of a reply only: an error handler sends a second.
function oncePerReply (way: Way): (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown> {
  const seen = new WeakSet<object>()
  return async (_request, reply, payload) => {
    if (seen.has(reply)) return payload
    seen.add(reply)
    return way(reply)
  }
}

const schema409 = { type: 'object', additionalProperties: true, properties: { detail: { type: 'string' } } } as const

/** What the enclosing app does, and the route. */
const SCOPES: Readonly<Record<
  string, (app: FastifyInstance, use: (scope: FastifyInstance, options: RouteShorthandOptions) => void) => unknown
>> = {
  'opted in': (app, use) => use(app, { config: { hyper: { links: true } } }),
  'opted in, with validationProblems': (app, use) => use(app, { config: { hyper: { links: true } } }),
  'tagged only': (app, use) => use(app, { config: { hyper: { etag: () => 'v1' } } }),
  'named only': (app, use) => use(app, { config: { hyper: { deprecation: false } } }),
  plain: (app, use) => use(app, {}),
  'plain, in a child scope': (app, use) => app.register(async scope => { use(scope, {}) }),
  'plain, in a group': (app, use) => app.register(async scope => { use(scope, {}) }, { hyper: { links: true } }),
  'plain, with setReplySerializer': (app, use) => {
    app.setReplySerializer(payload => JSON.stringify({ wrapped: payload }))
    use(app, {})
  },
  'plain, with a serializer compiler': (app, use) => {
    app.setSerializerCompiler(() => data => JSON.stringify(data))
    use(app, { schema: { response: { 409: schema409 } } })
  },
  'plain, with a schema for another status': (app, use) =>
    use(app, { schema: { response: { 200: { type: 'object', properties: { fine: { type: 'boolean' } } } } } }),
  'plain, with an error handler': (app, use) => {
    app.setErrorHandler((error, _request, reply) => { reply.send(error) })
    use(app, {})
  }
}

for (const [scope, open] of Object.entries(SCOPES)) {
  t.test(`problems in all ways: ${scope}`, async t => {
    const app = await hyperApp(t, { hrefs: 'path', validationProblems: scope.endsWith('validationProblems') })
    app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, fine)
    app.put('/orders/:id', { config: { hyper: { name: 'PutOrder' } } }, fine)
    const cases: [name: string, path: string][] = []
    await open(app, (instance, options) => {
      for (const [place, [add, ways]] of Object.entries(PLACES)) {
        for (const [name, way] of Object.entries(ways)) {
          cases.push([`${place}: ${name}`, add(instance, way, `/${cases.length}`, options)])
        }
      }
    })
    await app.ready()
    for (const [name, path] of cases) {
      const seen = await Promise.all((['GET', 'HEAD'] as const).map(async method => {
        const { statusCode, headers, body } = await app.inject({ method, url: path })
        return [statusCode, headers['content-type'], headers['content-length'], body]
      }))
      const head = [409, 'application/problem+json', String(Buffer.byteLength(TEXT))]
      t.strictSame(seen, [[...head, TEXT], [...head, '']], `${name}, GET and HEAD`)
    }
  })
}

/** An app with the plugin, and all that it logs. */
async function appOf (declare: (app: FastifyInstance) => unknown) {
  const log: LogLine[] = []
  const app = Fastify(logTo(log, 'info'))
  await app.register(hyper, { hrefs: 'path' })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, fine)
  app.put('/orders/:id', { config: { hyper: { name: 'PutOrder' } } }, fine)
  await declare(app)
  return { app, log, get: async (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }) }
}

t.test('a failed precondition on a plain route, with the current tag', async t => {
  const { get } = await appOf(app => {
    app.get('/return', request => evaluatePreconditions(request, 'v2') ?? {})
    app.get('/throw', async request => { throw evaluatePreconditions(request, 'v2') })
    app.get('/hook', { preHandler: async (request, reply) => reply.send(evaluatePreconditions(request, 'v2')) }, fine)
    app.get(
      '/required',
      (request, reply) => {
        reply.header('etag', '"own"').send(evaluatePreconditions(request, 'v2', { requireIfMatch: true }))
      }
    )
  })
  for (const path of ['/return', '/throw', '/hook']) {
    const { statusCode, headers } = await get(path, { 'if-match': '"v1"' })
    t.strictSame([statusCode, headers['content-type'], headers.etag], [412, 'application/problem+json', '"v2"'], path)
  }
  const { statusCode, headers } = await get('/required')
  t.strictSame([statusCode, headers.etag], [428, undefined], 'no tag of the handler')
})

t.test('a link whose values throw no error', async t => {
  const throwing = (thrown: unknown) => LinkTarget.route('GetOrder', (() => { throw thrown }) as never)
  const { get } = await appOf(app => {
    app.get('/plain', () => problem({ status: 409 }).link('self', throwing(undefined)))
    app.get('/opted-in', { config: { hyper: { links: true } } }, () =>
      problem({ status: 409 }).link('self', throwing(undefined)))
  })
  for (const path of ['/plain', '/opted-in']) {
    const response = await get(path)
    t.match([response.statusCode, response.json()], [500, { code: 'FST_ERR_HYPER_CALLBACK_FAILED' }], path)
  }
})

t.test('a route that was declared before the plugin', async t => {
  const app = Fastify()
  app.get('/early', { config: {} }, made)
  app.register(async scope => { scope.get('/early/child', made) })
  await app.register(hyper, { hrefs: 'path' })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, fine)
  app.put('/orders/:id', { config: { hyper: { name: 'PutOrder' } } }, fine)
  for (const path of ['/early', '/early/child']) {
    const { statusCode, body } = await app.inject(path)
    t.strictSame([statusCode, body], [409, TEXT], path)
  }
  await app.close()
})

t.test('another content type of the route', async t => {
  const { get } = await appOf(app => {
    app.get('/send', (_request, reply) => made().send(reply.type('text/csv')))
    app.get('/throw', (_request, reply) => { reply.type('text/csv'); throw made() })
    app.get('/json', (_request, reply) => { reply.type('application/vnd.own+json'); return made() })
    app.get('/serializer', (_request, reply) => { reply.serializer(() => 'a;b').type('text/csv').send(made()) })
  })
  for (const path of ['/send', '/throw', '/json', '/serializer']) {
    const { statusCode, headers, body } = await get(path)
    t.strictSame([statusCode, headers['content-type'], body], [409, 'application/problem+json', TEXT], path)
  }
})

t.test('the log: a thrown problem as an error of its status, others not at all', async t => {
  const { get, log } = await appOf(app => {
    for (const status of [409, 503]) {
      app.get(`/throw/${status}`, async () => {
        throw problem({ status, detail: 'Shipped.' }).extension('secret', 's3cret')
      })
      app.get(`/return/${status}`, async () => problem({ status }))
      app.get(`/send/${status}`, (_request, reply) => problem({ status }).send(reply))
    }
  })
  const levels: unknown[] = []
  for (const path of ['/throw/409', '/throw/503', '/return/409', '/return/503', '/send/409', '/send/503']) {
    log.length = 0
    await get(path)
    levels.push(log.filter(({ msg }) => !/^(?:incoming request|request completed)$/.test(msg ?? ''))
      .map(({ level, msg }) => [level, msg]))
    t.notMatch(JSON.stringify(log), 's3cret', `${path}: no values of extensions`)
  }
  t.strictSame(levels, [[[30, 'Shipped.']], [[50, 'Shipped.']], [], [], [], []])
})

t.test('error handlers that know errors only', async t => {
  const { get } = await appOf(app => {
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      reply.code(error.statusCode ?? 500).send({ message: error.message })
    })
    app.get('/detail', async () => { throw problem({ status: 409, detail: 'Shipped.' }) })
    app.get('/title', async () => { throw problem({ status: 404 }) })
    app.get('/status', async () => { throw problem({ status: 499 }) })
  })
  const seen = await Promise.all(['/detail', '/title', '/status'].map(async path => {
    const { statusCode, body } = await get(path)
    return [statusCode, body]
  }))
  t.strictSame(seen, [[409, '{"message":"Shipped."}'], [404, '{"message":"Not Found"}'], [499, '{"message":"499"}']])
})

t.test('one problem for many responses at once', async t => {
  const shared = made()
  const { get } = await appOf(app => {
    app.get('/value', async () => shared)
    app.get('/thrown', async () => { throw shared })
  })
  const seen = await Promise.all(Array.from({ length: 20 }, (_, index) => get(index % 2 === 0 ? '/value' : '/thrown')))
  t.ok(seen.every(({ statusCode, body }) => statusCode === 409 && body === TEXT))
})

t.test('a later hook that replaces a problem keeps its status', async t => {
  const { get } = await appOf(app => {
    app.get(
      '/value', {
        preSerialization: async (_request, _reply, payload) => ({
          status: (payload as HyperProblem).status, translated: true
        })
      },
      made
    )
  })
  const { statusCode, headers, body } = await get('/value')
  t.strictSame([statusCode, headers['content-type'], body], [
    409, 'application/problem+json', '{"status":409,"translated":true}'
  ])
})

// What the error handler sends where a hook fails after a problem.
const INSTEAD: Readonly<Record<string, readonly [payload: unknown, type: string, body: string]>> = {
  'an object': [{ failed: true }, 'application/json; charset=utf-8', '{"failed":true}'],
  'a string': ['failed', 'text/plain; charset=utf-8', 'failed']
}

const FAILING: Readonly<Record<string, RouteShorthandOptions>> = {
  'onSend hook': { onSend: oncePerReply(broken) as never },
  'preSerialization hook': { preSerialization: oncePerReply(broken) }
}

for (const [name, [payload, type, text]] of Object.entries(INSTEAD)) {
  t.test(`an error after a problem: the error handler sends ${name}`, async t => {
    for (const [hook, options] of Object.entries(FAILING)) {
      for (const config of [{}, { hyper: { links: true as const } }, { hyper: { name: 'Value' } }]) {
        const { get } = await appOf(app => {
          app.setErrorHandler((_error, _request, reply) => { reply.code(503).send(payload) })
          app.get('/value', { ...options, config }, made)
        })
        const { statusCode, headers, body } = await get('/value')
        const row = `${hook}, ${JSON.stringify(config)}`
        t.strictSame([statusCode, headers['content-type'], body], [503, type, text], row)
      }
    }
  })
}
