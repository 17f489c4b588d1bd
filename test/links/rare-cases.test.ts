import type { FastifyReply } from 'fastify'
import t from 'tap'
import hyper, { cursorPage, cursorQuery, defineLinks, defineRoutes, LinkTarget, offsetPage, pageQuery, problem, type HyperOptions, type LinkBuilder } from '../../lib/index.ts'
import { header } from '../support/raw.ts'
import { project, projection } from '../support/projection.ts'

const path = LinkTarget.route
const bound = (declare: (links: LinkBuilder<never>) => void) => ({ links: defineLinks(declare as (links: LinkBuilder<object>) => void) })

t.test('links that cannot be resolved, in less usual ways', async t => {
  const server = await project(t, bound(links => {
    links.link('double-slash', path('Any', { '*': '//evil.example' }))
    links.link('query-object', path('Plain', () => ({}), { query: () => ({ filter: {} }) }))
    links.link('values-object', path('Plain', () => ({ filter: {} })))
    links.link('empty-template', () => LinkTarget.template(''))
    links.affordance('titled', path('One', { id: null })).title(() => 'Never asked')
    links.link('no-values', path('Plain', () => undefined as never))
    links.link('empty-query', path('Plain', {}, { query: { page: undefined } }))
    links.link('leftover-undefined', path('Plain', () => ({ page: undefined })))
    links.link('no-values-for-a-parameter', path('One', () => undefined as never))
    links.link('leftover-and-query', path('Plain', { a: 1 }, { query: { b: 2 } }))
    links.link('no-values-and-query', path('Plain', () => undefined as never, { query: { b: 2 } }))
    links.link('twice', path('Plain'))
    links.link('Twice', path('One', { id: 1 }))
    links.link('templated', () => LinkTarget.template('/find{?q}'))
    links.link('one', () => LinkTarget.uri('/one'))
  }), { id: 1 }, {
    routes (app) {
      app.get('*', { config: { hyper: { name: 'Any' } } }, async () => '')
      app.get('/plain', { config: { hyper: { name: 'Plain' } } }, async () => '')
      app.get('/one/:id', { config: { hyper: { name: 'One' } } }, async () => '')
    }
  })
  t.same(await server.read(), {
    id: 1,
    _links: {
      'no-values': { href: '/plain' },
      'empty-query': { href: '/plain' },
      'leftover-undefined': { href: '/plain' },
      'leftover-and-query': { href: '/plain?a=1&b=2' },
      'no-values-and-query': { href: '/plain?b=2' },
      twice: [{ href: '/plain' }, { href: '/one/1' }],
      templated: { href: '/find{?q}', templated: true },
      one: { href: '/one' }
    }
  })
  const said = server.said('HYPER005').join('\n')
  for (const relation of ['double-slash', 'no-values-for-a-parameter', 'query-object', 'values-object', 'empty-template']) t.match(said, `'${relation}' is omitted`, relation)
  t.match(said, "action 'titled': the action is omitted because the values { id: null } do not fit")
  t.match(said, 'an empty string is no URI template')
})

t.test('a route of two versions is chosen when the link is made, also for values of the resource', async t => {
  const server = await projection(t, async app => {
    const links = defineLinks<{ id: number }>(links => {
      links.self(path('Get', order => ({ id: order.id })))
      links.link('fixed', path('Get', { id: 5 }))
    })
    await app.register(hyper, { hrefs: 'path' })
    app.get('/value', { config: { hyper: { links } } }, async () => ({ id: 1 }))
    app.get('/a/:id', { constraints: { version: '1.0.0' }, config: { hyper: { name: 'Get' } } }, async () => '')
    app.get('/b/:id', { constraints: { version: '2.0.0' }, config: { hyper: { name: 'Get' } } }, async () => '')
  })
  t.same(await server.read('_links'), { self: { href: '/a/1' }, fixed: { href: '/a/5' } }, 'the first without a fitting request')
})

t.test('a constraint of the app decides nothing about names', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    app.get('/value', { config: bindTo('Get') }, async () => ({ id: 1 }))
    app.get('/secret', { constraints: { secret: 'alpha' }, config: { hyper: { name: 'Get' } } }, async () => '')
    app.get('/open', { config: { hyper: { name: 'Get' } } }, async () => '')
  }, { routerOptions: { constraints: { secret: { name: 'secret', storage: secrets, deriveConstraint: () => 'beta', validate () {} } } } })
  t.same(await server.read('_links'), { self: { href: '/open' } })
})

function failWhere (fails: boolean, payload: unknown): unknown {
  if (fails) throw new Error('too late')
  return payload
}

function bindTo (name: string) {
  return { hyper: bound(links => { links.self(path(name)) }) }
}

function secrets () {
  const handlers = new Map<string, unknown>()
  return { get: (key: string) => handlers.get(key) ?? null, set: (key: string, handler: unknown) => { handlers.set(key, handler) }, del: (key: string) => handlers.delete(key), empty: () => handlers.clear() } as never
}

t.test('an action whose route reads no form has no content type', async t => {
  const server = await project(t, bound(links => { links.affordance('upload', path('Upload')) }), {}, {
    routes (app) {
      app.addContentTypeParser('text/csv', (_request, _payload, done) => done(null, {}))
      app.post('/upload', { schema: { body: { content: { 'text/csv': { schema: { type: 'object' } } } } }, config: { hyper: { name: 'Upload' } } }, async () => '')
    }
  })
  t.same(await server.read('_actions', 'upload'), { href: '/upload', method: 'POST' })
})

t.test('children that are no objects', async t => {
  const server = await project(t, bound(links => {
    links.embedMany('any', () => [1, 'two', () => {}, { toJSON: () => undefined }, { toJSON: () => 'text' }] as never)
  }), {})
  t.same(await server.read('_embedded', 'any'), [1, 'two', null, null, 'text'])
})

t.test('a page that a serializer turns into something else', async t => {
  const page = () => offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 })
  const rows: Record<string, [text: string, expected: unknown]> = {
    'no object': ['"a text"', 'a text'],
    'no items of its own': ['{"page":1}', { page: 1, _links: { self: { href: '/value' }, first: { href: '/value?page=1' }, last: { href: '/value?page=1' } } }],
    'other items': ['{"items":[1,2]}', { items: [1, 2], _links: { self: { href: '/value' }, first: { href: '/value?page=1' }, last: { href: '/value?page=1' } } }]
  }
  for (const [name, [text, expected]] of Object.entries(rows)) {
    const server = await project(t, { links: true }, (_request, reply) => {
      reply.serializer(() => text)
      return page()
    })
    t.same(await server.read(), expected, name)
  }
})

t.test('headers that the handler set come back when its answer fails', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper, { emitLinkHeader: true, hrefs: 'path' })
    app.get('/value', {
      config: { hyper: { ...bound(links => { links.self(LinkTarget.uri('/value')) }), etag: () => 'ours' } },
      onSend: async (request, _reply, payload) => failWhere(request.headers.accept === 'fail/fail', payload)
    }, async (_request, reply) => {
      reply.header('etag', '"handler"').header('link', '</help>; rel="help"')
      return { id: 1 }
    })
  })
  const good = await server.send({ method: 'GET', path: '/value', headers: [] })
  t.equal(header(good, 'link'), '</help>; rel="help", </value>; rel="self"')
  t.equal(header(good, 'etag'), '"ours"')
  const failed = await server.send({ method: 'GET', path: '/value', headers: [['Accept', 'fail/fail']] })
  t.equal(failed.status, 500)
  t.equal(header(failed, 'link'), '</help>; rel="help"')
  t.equal(header(failed, 'etag'), '"handler"')
})

t.test('a deprecation link is told once, also when the answer is sent twice', async t => {
  const rows: Record<string, [handler: string, link: string]> = {
    alone: ['', '<https://docs.example.com/old>; rel="deprecation"'],
    'behind that of the handler': ['</help>; rel="help"', '</help>; rel="help", <https://docs.example.com/old>; rel="deprecation"']
  }
  for (const [name, [own, link]] of Object.entries(rows)) {
    const server = await projection(t, async app => {
      await app.register(hyper)
      app.setErrorHandler((_error, _request, reply) => reply.code(500).send({}))
      // Behind our hook, so that ours runs for the value and for the error.
      app.addHook('onRoute', route => { route.onSend = [route.onSend ?? [], async (_request: unknown, reply: FastifyReply, payload: unknown) => failWhere(reply.statusCode === 200, payload)].flat() as never })
      app.get('/value', { config: { hyper: { deprecation: { link: 'https://docs.example.com/old' } } } }, async (_request, reply) => own === '' ? {} : reply.header('link', own).send({}))
    })
    const failed = await server.send({ method: 'GET', path: '/value', headers: [] })
    t.equal(failed.status, 500, name)
    t.equal(header(failed, 'link'), link, name)
  }
})

t.test('schemas keyed by media type, and what else the handler sends', async t => {
  const id = { type: 'object', properties: { id: { type: 'integer' } } }
  const schema = { response: { 200: { content: { 'application/json': { schema: id } } }, 201: id } }
  const rows: Record<string, [status: number, type: string, own: object]> = {
    'the media type': [200, 'application/json', { id: 1 }],
    'another media type': [200, 'application/vnd.acme+json', { id: 1 }],
    'another status, without media types': [201, 'application/json', { id: 1 }],
    'a status without a schema': [202, 'application/json', { id: 1, name: 'a' }]
  }
  for (const [name, [status, type, own]] of Object.entries(rows)) {
    const server = await project(t, bound(links => { links.self(LinkTarget.uri('/value')) }), (_request, reply) => {
      reply.code(status).type(type)
      return { id: 1, name: 'a' }
    }, { schema })
    t.same(await server.read(), { ...own, _links: { self: { href: '/value' } } }, name)
  }
})

t.test('a serializer that throws no error is an error of the app all the same', async t => {
  const value = { id: 1 }
  const server = await project(t, bound(links => { links.self(LinkTarget.uri('/value')) }), (_request, reply) => {
    // eslint-disable-next-line no-throw-literal
    reply.serializer(() => { throw 'a text' })
    return value
  })
  t.equal((await server.ask()).status, 500)
})

t.test('cursors that are texts of any kind', async t => {
  const server = await project(t, { links: true }, () => cursorPage([], { next: 'a b&c', prev: '' }))
  t.same(await server.read('_links'), { self: { href: '/value' }, next: { href: '/value?cursor=a%20b%26c' } }, 'an empty cursor is no cursor')
})

t.test('a page number that is too large is malformed', async t => {
  const page = (query: unknown) => offsetPage([], { ...query as { page: number, pageSize: number }, totalCount: 50 })
  const server = await project(t, { links: true }, request => page(request.query), { schema: { querystring: pageQuery({ maxPageSize: 10 }) } })
  t.equal((await server.ask('default', '/value?page=99999999999999999999')).status, 400)
  t.match(await server.read(), { page: 1, pageSize: 10 }, 'the largest size is the default where it is less than 20')
  t.equal(cursorQuery({ maxLimit: 5 }).properties['limit']!['default'], 5)
})

t.test('an error takes the place of a problem', async t => {
  const rows = { 'an opted-in route': { links: true }, 'a route with a name': { name: 'Value' } }
  for (const [name, route] of Object.entries(rows)) {
    const server = await projection(t, async app => {
      await app.register(hyper)
      app.setErrorHandler((error: Error, _request, reply) => { reply.code(503).send({ error: error.message }) })
      app.get('/value', { config: { hyper: route }, onSend: async (_request, reply, payload) => failWhere(reply.statusCode === 409, payload) },
        async () => problem({ status: 409, detail: 'SECRET' }))
    })
    const { status, type, text } = await server.ask()
    t.same({ status, type, text }, { status: 503, type: 'application/json; charset=utf-8', text: '{"error":"too late"}' }, name)
  }
})

t.test('an error of a later hook takes the place of a problem before it is written', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper)
    app.setErrorHandler((error: Error, _request, reply) => { reply.code(503).send({ error: error.message }) })
    app.get('/value', { config: { hyper: { name: 'Value' } }, preSerialization: async (_request, reply, value) => failWhere(reply.statusCode === 409, value) },
      async () => problem({ status: 409, detail: 'SECRET' }))
  })
  const { status, type, text } = await server.ask()
  t.same({ status, type, text }, { status: 503, type: 'application/json; charset=utf-8', text: '{"error":"too late"}' })
  t.same(JSON.parse(JSON.stringify(problem({ status: 404, detail: 'Gone' }))), { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Gone' }, 'a problem in a log')
})

t.test('a format that nobody registered does not fail the answer of an error handler', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper)
    app.setErrorHandler((error: { code: string }, _request, reply) => { reply.code(503).send({ code: error.code }) })
    app.get('/value', { config: { hyper: { links: true, format: 'application/vnd.nobody+json' } } }, async () => ({}))
  })
  t.match(await server.ask(), { status: 503, document: { code: 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED' } })
})

t.test('a tag that is none fails the answer, before it says the same of every version', async t => {
  for (const tag of [{ v: 1 }, Buffer.from('a'), true]) {
    const server = await project(t, { etag: () => tag as never }, { id: 1 })
    t.match(await server.ask(), { status: 500, document: { code: 'FST_ERR_HYPER_INVALID_OPTION' } }, typeof tag)
  }
})

t.test('base URLs of a function', async t => {
  const rows: Record<string, [options: HyperOptions, href: string, said: number]> = {
    'a URL': [{ hrefs: 'absolute', baseUrl: () => 'https://api.example.com/v1' }, 'https://api.example.com/v1/value', 0],
    'a URL, path-relative': [{ hrefs: 'path', baseUrl: () => 'https://api.example.com' }, '/value', 0],
    'a prefix, path-relative': [{ hrefs: 'path', baseUrl: () => 'https://api.example.com/v1/' }, '/v1/value', 0],
    'no URL': [{ hrefs: 'absolute', baseUrl: () => 'garbage' }, '/value', 1],
    'no URL, path-relative': [{ hrefs: 'path', baseUrl: () => 'garbage' }, '/value', 1],
    'a path that names a host': [{ hrefs: 'path', baseUrl: () => 'https://api.example.com//evil.example' }, '/value', 1]
  }
  for (const [name, [options, href, said]] of Object.entries(rows)) {
    const server = await project(t, bound(links => { links.self(path('Value')) }), {}, { options, routes: app => app.post('/value', { config: { hyper: { name: 'Value' } } }, async () => '') })
    t.equal(await server.read('_links', 'self', 'href'), href, name)
    t.match(server.said('HYPER007'), said === 0 ? [] : [/the function baseUrl returned/], name)
    t.equal(server.said('HYPER007').length, said, name)
  }
})

t.test('an action of a route with versions is that of the version that is asked for', async t => {
  const declare = (links: LinkBuilder<never>) => {
    links.affordance('fixed', path('Up', { id: 1 }))
    links.affordance('callback', () => path('Up', { id: 1 }))
  }
  const server = await project(t, bound(declare), {}, {
    routes (app) {
      const body = { type: 'object' }
      app.put('/up/:id', { constraints: { version: '1.0.0' }, schema: { body, summary: 'First' }, config: { hyper: { name: 'Up' } } }, async () => '')
      app.post('/up/:id', { constraints: { version: '2.0.0' }, schema: { summary: 'Second' }, config: { hyper: { name: 'Up' } } }, async () => '')
      app.get('/value', { constraints: { version: '2.0.0' }, config: { hyper: bound(declare) } }, async () => ({}))
      app.get('/value', { constraints: { version: '1.0.0' }, config: { hyper: bound(declare) } }, async () => ({}))
    }
  })
  const first = { href: '/up/1', method: 'PUT', title: 'First', contentType: 'application/json' }
  const second = { href: '/up/1', method: 'POST', title: 'Second' }
  for (const [version, action] of [['1.0.0', first], ['2.0.0', second], ['1.x', first]] as const) {
    t.match(await server.ask('default', '/value', [['Accept-Version', version]]), { document: { _actions: { fixed: action, callback: action } } }, version)
  }
})

t.test('the Link header keeps a place for the deprecation', async t => {
  const link = `https://docs.example.com/${'d'.repeat(300)}`
  const many = Array.from({ length: 200 }, (_, index) => LinkTarget.uri(`https://api.example.com/${index}/${'x'.repeat(60)}`))
  const server = await project(t, { ...bound(links => { links.linkMany('item', many) }), deprecation: { link } }, {}, { options: { emitLinkHeader: true } })
  const answer = await server.send({ method: 'GET', path: '/value', headers: [] })
  const field = header(answer, 'link')!
  t.ok(field.length <= 8192, String(field.length))
  t.match(field, new RegExp(`, <${link}>; rel="deprecation"$`))
})

t.test('a configuration for the response schema of a page adds to its links', async t => {
  const page = { $id: 'OrderPage', type: 'object', properties: { page: { type: 'integer' } } }
  const server = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', links: [defineLinks<object>('OrderPage', links => { links.link('help', LinkTarget.uri('/help')) })] })
    app.get('/value', { schema: { response: { 200: page } }, config: { hyper: { links: true } } }, async () => cursorPage([]))
  })
  t.same(await server.read('_links'), { self: { href: '/value' }, help: { href: '/help' } })
})

t.test('what never counts as unconfigured', async t => {
  const rows: Record<string, [status: number, value: object]> = { 'not modified': [304, { a: 1 }], 'no content': [204, { a: 1 }], 'a map': [200, new Map()], 'an error': [404, { a: 1 }] }
  for (const [name, [status, value]] of Object.entries(rows)) {
    const server = await project(t, { links: true }, (_request, reply) => {
      reply.code(status)
      return value
    }, { options: { links: [defineLinks(class Order {}, () => {})] } })
    await server.ask()
    t.same(server.said('HYPER002'), [], name)
  }
})

t.test('a problem that is sent is prepared once, and its members keep their order', async t => {
  let asked = 0
  const baseUrl = () => { asked++; return 'https://api.example.com' }
  const server = await project(t, { links: true }, (_request, reply) => {
    problem({ status: 409 }).extension('1', 2).link('help', path('Help')).send(reply)
  }, { options: { baseUrl, hrefs: 'absolute' }, routes: app => app.get('/help', { config: { hyper: { name: 'Help' } } }, async () => '') })
  t.equal((await server.ask()).text, '{"type":"about:blank","title":"Conflict","status":409,"1":2,"_links":{"help":{"href":"https://api.example.com/help"}}}')
  t.equal(asked, 1)
})

t.test('the catalog names exact paths', async t => {
  const routes = defineRoutes({ Slash: 'GET /orders/', Root: 'GET /v2/' })
  const server = await project(t, bound(links => {
    links.link('slash', path('Slash'))
    links.link('root', path('Root'))
  }), {}, {
    options: { routes },
    async routes (app) {
      app.get('/orders', async () => '')
      app.get('/orders/', async () => '')
      await app.register(async scope => { scope.get('/', async () => '') }, { prefix: '/v2' })
    }
  })
  t.same(await server.read('_links'), { slash: { href: '/orders/' }, root: { href: '/v2' } })
})
