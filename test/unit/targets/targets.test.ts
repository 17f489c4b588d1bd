import t from 'tap'
import hyper, {
  defineLinks, defineRoutes, type HyperOptions, type LinkBuilder, LinkTarget
} from '../../../lib/index.ts'
import { project, projection } from '../../support/projection.ts'

const path = LinkTarget.route
const bound = (declare: (links: LinkBuilder<never>) => void) =>
  ({ links: defineLinks(declare as (links: LinkBuilder<object>) => void) })

function bindTo (name: string) {
  return { hyper: bound(links => { links.self(path(name)) }) }
}

function secrets () {
  const handlers = new Map<string, unknown>()
  return {
    get: (key: string) => handlers.get(key) ?? null,
    set: (key: string, handler: unknown) => { handlers.set(key, handler) },
    del: (key: string) => handlers.delete(key),
    empty: () => handlers.clear()
  } as never
}

t.test('links whose target has no URL are omitted', async t => {
  const server = await project(t, bound(links => {
    links.link('double-slash', path('Any', { '*': '//evil.example' }))
    links.link('query-object', path('Plain', () => ({}), { query: () => ({ filter: {} }) }))
    links.link('values-object', path('Plain', () => ({ filter: {} })))
    links.link('empty-template', () => LinkTarget.template(''))
    links.affordance('titled', path('One', { id: null })).title(() => 'Never evaluated')
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
  const logged = server.logged('HYPER005').join('\n')
  for (const relation of [
    'double-slash', 'no-values-for-a-parameter', 'query-object', 'values-object', 'empty-template'
  ]) t.match(logged, `relation '${relation}': it cannot be resolved`, relation)
  t.match(logged, /action 'titled': .* the values \{ id: null \} do not fit/)
  t.match(logged, 'an empty string is no URI template')
})

t.test('a link to a route of two versions', async t => {
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
  t.same(await server.read('_links'), {
    self: { href: '/a/1' }, fixed: { href: '/a/5' }
  }, 'the first without a fitting request')
})

t.test('a link to a route with a constraint of the app', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    app.get('/value', { config: bindTo('Get') }, async () => ({ id: 1 }))
    app.get('/secret', { constraints: { secret: 'alpha' }, config: { hyper: { name: 'Get' } } }, async () => '')
    app.get('/open', { config: { hyper: { name: 'Get' } } }, async () => '')
  }, {
    routerOptions: {
      constraints: { secret: { name: 'secret', storage: secrets, deriveConstraint: () => 'beta', validate () {} } }
    }
  })
  t.same(await server.read('_links'), { self: { href: '/open' } })
})

t.test('baseUrl as a function', async t => {
  const rows: Record<string, [options: HyperOptions, href: string, logged: number]> = {
    'a URL': [
      { hrefs: 'absolute', baseUrl: () => 'https://api.example.com/v1' }, 'https://api.example.com/v1/value', 0
    ],
    'a URL, path-relative': [{ hrefs: 'path', baseUrl: () => 'https://api.example.com' }, '/value', 0],
    'a prefix, path-relative': [{ hrefs: 'path', baseUrl: () => 'https://api.example.com/v1/' }, '/v1/value', 0],
    'no URL': [{ hrefs: 'absolute', baseUrl: () => 'garbage' }, '/value', 1],
    'no URL, path-relative': [{ hrefs: 'path', baseUrl: () => 'garbage' }, '/value', 1],
    'a promise': [
      { hrefs: 'absolute', baseUrl: (async () => 'https://api.example.com') as never }, '/value', 1
    ],
    'a path that names a host': [{ hrefs: 'path', baseUrl: () => 'https://api.example.com//evil.example' }, '/value', 1]
  }
  for (const [name, [options, href, logged]] of Object.entries(rows)) {
    const server = await project(t, bound(links => { links.self(path('Value')) }), {}, {
      options, routes: app => app.post('/value', { config: { hyper: { name: 'Value' } } }, async () => '')
    })
    t.equal(await server.read('_links', 'self', 'href'), href, name)
    const remedy = name === 'a promise' ? '. It is synchronous: await before' : ''
    t.match(server.logged('HYPER007'), logged === 0 ? [] : [`no absolute http or https URL${remedy}`], name)
    t.equal(server.logged('HYPER007').length, logged, name)
  }
})

t.test('a route catalog with final slashes', async t => {
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
