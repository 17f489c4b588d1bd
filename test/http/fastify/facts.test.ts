import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'

// What this package relies on and Fastify documents in part only, against plain Fastify: when one of these fails, lib
// must be reviewed. What Fastify does not document at all is in internals.test.ts.

const idOnly = { type: 'object', properties: { id: { type: 'integer' } } }
const value = { id: 1, secret: 2 }

/** Sends what `look` returns for the reply of one request. */
async function lookAt (
  t: Test, response: object, look: (reply: FastifyReply) => unknown, status = 200
): Promise<unknown> {
  const app = newApp(t)
  let seen: unknown
  app.get('/', { schema: { response } }, (_, reply) => {
    reply.code(status)
    seen = look(reply)
    reply.hijack().raw.end()
  })
  await app.inject('/')
  return seen
}

t.test('serialization of a value', async t => {
  const content = { content: { 'application/json': { schema: idOnly }, 'application/x+json': { schema: {} } } }

  await t.test('serialize() uses the schema of the status', async t => {
    t.equal(await lookAt(t, { '2xx': idOnly }, reply => reply.serialize(value)), '{"id":1}')
  })

  await t.test('serialize() fails for schemas by media type', async t => {
    t.match(await lookAt(t, { 200: content }, reply => {
      try { return reply.serialize(value) } catch (error) { return error }
    }), TypeError)
  })

  await t.test('serialize() prefers the serializer of the reply', async t => {
    t.equal(await lookAt(t, { 200: idOnly }, reply => reply.serializer(() => 'mine').serialize(value)), 'mine')
  })

  await t.test('getSerializationFunction knows no fallback', async t => {
    const keys = (reply: FastifyReply) =>
      ['201', '2xx', 'default'].map(key => typeof reply.getSerializationFunction(key))
    t.same(await lookAt(t, { '2XX': idOnly }, keys, 201), ['undefined', 'function', 'undefined'])
    t.same(await lookAt(t, { default: idOnly }, keys, 201), ['undefined', 'undefined', 'function'])
  })

  await t.test('a content type that is changed too early skips the schema', async t => {
    const app = newApp(t)
    app.get('/', { schema: { response: { 200: content } } }, (_, reply) => {
      reply.type('application/hal+json').send(value)
    })
    t.same((await app.inject('/')).json(), value)
  })

  await t.test('a serializer that is set in preSerialization writes the response, before onSend', async t => {
    const app = newApp(t)
    let sent: unknown
    app.addHook('onSend', async (_, __, payload) => { sent = payload })
    app.get('/', { preSerialization: async (_, reply) => { reply.serializer(() => '{"mine":1}') } }, async () => value)
    t.equal((await app.inject('/')).payload, '{"mine":1}')
    t.equal(sent, '{"mine":1}')
  })
})

t.test('arguments of preSerialization', async t => {
  const rows: Array<[name: string, send: (reply: FastifyReply) => unknown, seen: boolean]> = [
    ['null', reply => reply.send(null), true],
    ['a number', reply => reply.send(1), true],
    ['an array', reply => reply.send([]), true],
    ['an object of an error status', reply => reply.code(400).send({}), true],
    ['an async generator', reply => reply.send((async function * () {})()), true],
    ['a text', reply => reply.send('a'), false],
    ['a Buffer', reply => reply.send(Buffer.from('a')), false],
    ['a stream', reply => reply.send(Readable.from(['a'])), false],
    ['a web stream', reply => reply.send(new Blob(['a']).stream()), false],
    ['a Response', reply => reply.send(new Response('a')), false],
    ['nothing', reply => reply.send(), false],
    ['an error', reply => reply.send(new Error('a')), false],
    ['a text with a serializer and a type', reply => reply.serializer(String).type('application/json').send('a'), false]
  ]
  const app = newApp(t)
  let seen = false
  app.addHook('preSerialization', async (_, __, payload) => {
    seen = true
    return payload
  })
  rows.forEach(([, send], index) => app.get(`/${index}`, (_, reply) => { send(reply) }))
  for (const [index, [name, , expected]] of rows.entries()) {
    seen = false
    const { payload } = await app.inject(`/${index}`)
    t.equal(seen, expected, name)
    if (name === 'an async generator') t.equal(payload, '{}', 'which is written as an empty object')
  }
})

t.test('hooks', async t => {
  await t.test('those of the instance run before those of the route, in the order that onRoute left', async t => {
    const app = newApp(t)
    const ran: string[] = []
    const hook = (name: string) => async (_: unknown, __: unknown, payload: unknown) => {
      ran.push(name)
      return payload
    }
    app.addHook('onRoute', route => {
      route.preSerialization = [route.preSerialization ?? []].flat().concat(hook('onRoute') as never)
    })
    app.get('/', { preSerialization: hook('route') }, async () => value)
    app.addHook('preSerialization', hook('instance'))
    await app.inject('/')
    t.same(ran, ['instance', 'route', 'onRoute'])
  })

  await t.test('onRequest of a route is skipped when one of the instance fails; onSend is not', async t => {
    const app = newApp(t)
    const ran: string[] = []
    app.addHook('onRequest', async () => { throw new Error('instance') })
    app.get('/', {
      onRequest: async () => { ran.push('onRequest') }, onSend: async () => { ran.push('onSend') }
    }, async () => value)
    t.equal((await app.inject('/')).statusCode, 500)
    t.same(ran, ['onSend'])
  })

  await t.test('onSend runs twice when it fails', async t => {
    const app = newApp(t)
    let runs = 0
    app.addHook('onSend', async () => { if (runs++ === 0) throw new Error('onSend') })
    app.get('/', async () => value)
    await app.inject('/')
    t.equal(runs, 2)
  })

  await t.test('onError runs before the error handler, which finds only the content type reset', async t => {
    const app = newApp(t)
    const ran: unknown[] = []
    app.addHook('onError', async (_, reply) => { ran.push(reply.getHeader('content-type'), reply.getHeader('etag')) })
    app.setErrorHandler((_, __, reply) => {
      ran.push(reply.getHeader('content-type'), reply.getHeader('etag'))
      reply.send({})
    })
    app.get('/', {
      onSend: async (_, reply) => { if (reply.statusCode === 200 && ran.length === 0) throw new Error('onSend') }
    }, (_, reply) => {
      reply.type('application/hal+json').header('etag', '"1"').send(value)
    })
    t.equal((await app.inject('/')).headers['content-type'], 'application/json; charset=utf-8')
    t.same(ran, ['application/hal+json; charset=utf-8', '"1"', undefined, '"1"'])
  })

  await t.test('a serializer that is left on the reply keeps an error from getting a content type', async t => {
    const app = newApp(t)
    let failed = false
    app.setErrorHandler((_, __, reply) => { reply.send({}) })
    app.get('/', {
      preSerialization: async (_, reply) => {
        reply.serializer(JSON.stringify)
        if (!failed) throw Object.assign(new Error('later'), { failed: failed = true })
      }
    }, async () => value)
    t.equal((await app.inject('/')).headers['content-type'], undefined)
  })

  await t.test('the context of a 404 is recognizable', async t => {
    const app = newApp(t)
    app.addHook('onSend', async (request, reply) => { reply.header('is404', String(request.is404)) })
    app.get('/', async () => value)
    t.same((await Promise.all(['/', '/nowhere'].map(url => app.inject(url)))).map(({ headers }) => headers['is404']), [
      'false', 'true'
    ])
  })
})

t.test('onRoute', async t => {
  await t.test('does not see what was declared before', async t => {
    const app = newApp(t)
    const urls: string[] = []
    app.register(fastifyPlugin(async app => { app.addHook('onRoute', route => { urls.push(route.url) }) }))
    app.get('/early', async () => value)
    await app.after()
    app.get('/late', async () => value)
    t.same(urls, ['/late', '/late'])
  })

  await t.test('fires again for HEAD, with the config of the user and without what hooks added', async t => {
    const config = { mark: 1 } as object
    const app = newApp(t)
    const seen: unknown[] = []
    app.addHook('onRoute', route => {
      seen.push([route.method, route.config === config, route.preSerialization])
      route.preSerialization = async (_, __, payload) => payload
    })
    app.get('/', { config }, async () => value)
    t.same(seen, [['GET', true, undefined], ['HEAD', true, undefined]])
  })

  await t.test('gives a copy of the options, and the schema as it was written', async t => {
    const options = {
      method: 'GET' as const, url: '/', schema: { response: { 200: { $ref: 'order#' } } }, handler: async () => value
    }
    const routes: RouteOptions[] = []
    const app = newApp(t).addSchema({ ...idOnly, $id: 'order' })
    app.addHook('onRoute', route => { routes.push(route) })
    app.route(options)
    t.not(routes[0], options)
    t.same(routes[0]!.schema, { response: { 200: { $ref: 'order#' } } })
  })

  await t.test('gives the full URL and the methods as declared, of both twins of a prefix only one', async t => {
    const routes: unknown[] = []
    const app = newApp(t, { exposeHeadRoutes: false })
    app.addHook('onRoute', route => {
      routes.push([route.method, route.url])
      route.onSend = async (_, reply) => { reply.header('x-hook', '1') }
    })
    app.register(async scope => {
      scope.get('/', async () => value)
      scope.route({ method: ['PUT', 'POST'], url: '/:id', handler: async () => value })
    }, { prefix: '/a' })
    await app.ready()
    t.same(routes, [['GET', '/a'], [['PUT', 'POST'], '/a/:id']])
    t.same(await Promise.all(['/a', '/a/'].map(async url => (await app.inject(url)).headers['x-hook'])), [
      '1', '1'
    ], 'and what it adds is for both')
  })
})

t.test('scopes', async t => {
  await t.test('onRegister gets the options; scopes inherit by prototype; a fastify-plugin makes none', async t => {
    const app = newApp(t)
    const opened: unknown[] = []
    app.addHook(
      'onRegister',
      (instance, options) => {
        opened.push([Object.getPrototypeOf(instance) === app, (options as { hyper?: unknown }).hyper])
      }
    )
    app.register(async () => {}, { hyper: 1 } as object)
    app.register(fastifyPlugin(async () => {}), { hyper: 2 } as object)
    await app.ready()
    t.same(opened, [[true, 1]])
  })

  await t.test('a scope has the shared schemas of its parents, the app has none of a scope', async t => {
    const app = newApp(t)
    app.addSchema({ ...idOnly, $id: 'outer' })
    app.register(async scope => {
      scope.addSchema({ ...idOnly, $id: 'inner' })
      t.same(Object.keys(scope.getSchemas()), ['outer', 'inner'])
    })
    await app.ready()
    t.same(Object.keys(app.getSchemas()), ['outer'])
  })

  await t.test('initialConfig has the options of the router', async t => {
    t.match(newApp(t, { maxParamLength: 7 }).initialConfig, { maxParamLength: 7 })
    t.match(newApp(t, { routerOptions: { maxParamLength: 7 } }).initialConfig, { routerOptions: { maxParamLength: 7 } })
  })
})

t.test('not modified', async t => {
  const responses = async (t: Test, payload: unknown, headHook?: boolean) => {
    const app = newApp(t)
    if (headHook === true) {
      app.addHook('onRoute', route => {
        if (route.method === 'HEAD') {
          route.onSend = [route.onSend ?? []].flat()
            .concat(async (_: unknown, reply: FastifyReply) => { reply.removeHeader('content-length') })
        }
      })
    }
    app.get(
      '/', {
        preSerialization: async (_, reply) => {
          reply.code(304).removeHeader('content-type').serializer(() => payload as string)
        }
      },
      async () => value
    )
    const [get, head] = await Promise.all((['GET', 'HEAD'] as const).map(method => app.inject({ method, url: '/' })))
    return [get, head].map(response => [response!.statusCode, response!.headers['content-length']])
  }

  for (const [name, payload, headHook, expected] of [
    ['nothing at all: clean on GET, a length on HEAD', undefined, false, [[304, undefined], [304, '0']]],
    ['nothing at all, and a hook of the HEAD twin', undefined, true, [[304, undefined], [304, undefined]]],
    ['an empty text: a length', '', false, [[304, '0'], [304, '0']]],
    ['null: clean on GET, HEAD breaks', null, false, [[304, undefined], [500, undefined]]]
  ] as const) {
    await t.test(name, async t => {
      const [get, head] = await responses(t, payload, headHook)
      t.same([get, expected[1][0] === 500 ? [head![0], undefined] : head], expected)
    })
  }
})

t.test('requests', async t => {
  await t.test('the host is not validated', async t => {
    const app = newApp(t)
    app.get('/', async request => ({ host: request.host }))
    for (const host of ['x"><script>', 'good@evil', 'a b']) {
      t.same((await app.inject({ url: '/', headers: { host } })).json(), { host })
    }
  })

  await t.test('the scheme is that of a trusted proxy', async t => {
    for (const [trustProxy, protocol] of [[true, 'javascript'], [false, 'http']] as const) {
      const app = newApp(t, { trustProxy })
      app.get('/', async request => ({ protocol: request.protocol }))
      t.same((await app.inject({ url: '/', headers: { 'x-forwarded-proto': 'javascript' } })).json(), { protocol })
    }
  })

  await t.test('bodies of other JSON types are rejected until they have a parser, such as the default one', async t => {
    const app = newApp(t)
    app.post('/', async request => request.body)
    const post = (app: FastifyInstance, type = 'application/hal+json', payload = '{"id":1}') =>
      app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
    t.equal((await post(app)).statusCode, 415)
    t.equal((await post(app, 'application/json', '')).statusCode, 400)
    const parsing = newApp(t)
    parsing.addContentTypeParser(
      'application/hal+json', { parseAs: 'string' }, parsing.getDefaultJsonParser('error', 'error')
    )
    parsing.post('/', async request => request.body)
    t.same((await post(parsing)).json(), { id: 1 })
    t.equal((await post(parsing, undefined, '{"__proto__":{}}')).statusCode, 400)
  })

  await t.test('the router is readable through findRoute', async t => {
    const app = newApp(t)
    app.get('/orders/:id(^\\d+$)', async () => value)
    app.get('/versioned', { constraints: { version: '1.2.0' } }, async () => value)
    const found = (method: 'GET' | 'PUT', url: string, constraints = {}) =>
      (app.findRoute({ method, url, constraints }) as { params: object } | null)?.params
    t.match(found('GET', '/orders/7'), { id: '7' })
    t.same([found('GET', '/orders/x'), found('PUT', '/orders/7'), found('GET', '/versioned')], [
      undefined, undefined, undefined
    ])
    t.ok(found('GET', '/versioned', { version: '1.2.0' }))
  })
})

t.test('replies', async t => {
  await t.test('a header value that cannot be sent fails the response', async t => {
    for (const text of ['\u0100', '\r\n', '\0', '\x7f']) {
      const app = newApp(t)
      app.get('/', (_, reply) => { reply.header('link', text).send(value) })
      t.equal((await app.inject('/').catch(() => ({ statusCode: 500 }))).statusCode, 500, JSON.stringify(text))
    }
  })

  await t.test('parameters of a content type are written anew, and a charset is added', async t => {
    const app = newApp(t)
    app.get('/', (_, reply) => { reply.type('application/json;v=2').send(value) })
    t.equal((await app.inject('/')).headers['content-type'], 'application/json; v="2"; charset=utf-8')
  })

  await t.test('unknown keywords in a schema stop the start', async t => {
    const app = newApp(t)
    app.post('/', { schema: { body: { type: 'object', label: 'mine' } } }, async () => value)
    await t.rejects(async () => { await app.ready() }, { code: 'FST_ERR_SCH_VALIDATION_BUILD' })
  })
})
