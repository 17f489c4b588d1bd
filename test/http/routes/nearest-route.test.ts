import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import t from 'tap'
import { defineLinks, type HyperOptions, LinkTarget } from '../../../lib/index.ts'
import hyper from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'

// One name in several scopes: a link takes the route that is nearest to the route that sends it.

class Order {
  readonly id = 7
}

class Root {}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.link('customer', LinkTarget.route('GetCustomer'))
  links.link('start', LinkTarget.route('Start'))
  links.link('dynamic', () => LinkTarget.route('GetCustomer'))
  links.affordance('cancel', LinkTarget.route('CancelOrder', order => ({ id: order.id })))
})

const named = (name: string, links: boolean | typeof orderLinks = true) => ({ config: { hyper: { name, links } } })

const orders: FastifyPluginAsync = async app => {
  app.get('/:id', named('GetOrder'), async () => new Order())
  app.post('/:id/cancel', named('CancelOrder'), async () => new Order())
}

const customers: FastifyPluginAsync = async app => { app.get('/me', named('GetCustomer', false), async () => ({})) }

const version: FastifyPluginAsync = async app => {
  app.register(orders, { prefix: '/orders' })
  app.register(customers, { prefix: '/customers' })
}

async function api (app: FastifyInstance, options: HyperOptions = {}): Promise<void> {
  await app.register(hyper, { hrefs: 'path', links: [orderLinks], ...options })
  app.get('/', named('Start', false), async () => ({}))
  app.register(version, { prefix: '/v1' })
  app.register(async inner => {
    inner.register(version)
    inner.get('/start', named('Start', false), async () => ({}))
  }, { prefix: '/v2' })
}

t.test('one plugin that is registered twice', async t => {
  const { get, logged } = await projection(t, api)
  for (const [prefix, start] of [['/v1', '/'], ['/v2', '/v2/start']]) {
    const { document } = await get('default', `${prefix}/orders/7`)
    t.match(document, {
      _links: {
        self: { href: `${prefix}/orders/7` },
        customer: { href: `${prefix}/customers/me` },
        dynamic: { href: `${prefix}/customers/me` },
        start: { href: start }
      },
      _actions: { cancel: { href: `${prefix}/orders/7/cancel`, method: 'POST' } }
    })
  }
  t.same(logged('HYPER001'), [])
})

t.test('URLs in handlers', async t => {
  const { get, app } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', mode: 'strict' })
    for (const prefix of ['/a', '/b']) {
      app.register(async scope => {
        scope.get(
          '/', named('Here', false), async request => ({ href: app.hyper.href(LinkTarget.route('Here'), request) })
        )
      }, { prefix })
    }
    app.get('/c', async request => ({ href: app.hyper.href(LinkTarget.route('Here'), request) }))
  })
  t.throws(() => app.hyper.href(LinkTarget.route('Here')), {
    code: 'FST_ERR_HYPER_LINK_UNRESOLVED', message: /route GET \/a\/? and route GET \/b/
  })
  t.match(await get('default', '/a'), { document: { href: '/a' } })
  t.match(await get('default', '/b'), { document: { href: '/b' } })
  t.match(await get('default', '/c'), { status: 500, document: { message: /none is nearer to route GET \/c/ } })
})

t.test('a version of each scope', async t => {
  const { get } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    const getAt = (path: string, constraints = {}) => (scope: FastifyInstance) => scope.get(path, {
      ...named('Here', false),
      constraints,
      handler: async request => ({ href: app.hyper.href(LinkTarget.route('Here'), request) })
    })
    app.register(async scope => { getAt('/one', { version: '1.0.0' })(scope) }, { prefix: '/a' })
    app.register(async scope => { getAt('/two', { version: '2.0.0' })(scope) }, { prefix: '/b' })
    app.register(async scope => { getAt('/open')(scope) }, { prefix: '/c' })
  })
  t.match(await get('default', '/a/one', [['accept-version', '1.0.0']]), { document: { href: '/a/one' } })
  t.match(await get('default', '/b/two', [['accept-version', '2.0.0']]), { document: { href: '/b/two' } })
  t.match(await get('default', '/c/open'), { document: { href: '/c/open' } })
})

// Routes that are as near to one of the two as to the other.
const rootLinks = (type?: typeof Root) => {
  const declare = (links: Parameters<Parameters<typeof defineLinks<Root>>[1]>[0]) => {
    links.link('order', LinkTarget.route('GetOrder', { id: 1 }))
    links.affordance('cancel', LinkTarget.route('CancelOrder', { id: 1 }))
  }
  return type === undefined ? defineLinks<Root>(declare) : defineLinks(type, declare)
}

const AMBIGUOUS: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
  'a bound configuration': app => app.get('/home', { config: { hyper: { links: rootLinks() } } }, async () => ({})),
  'the configuration of a schema': app => {
    app.hyper.addLinks(defineLinks('Root', links => rootLinks().configure(links as never)))
    app.get('/home', {
      schema: { response: { 200: { $id: 'Root', type: 'object' } } }, config: { hyper: { links: true } }
    }, async () => ({}))
  }
}

for (const [name, declare] of Object.entries(AMBIGUOUS)) {
  t.test(`none is nearer: ${name}`, async t => {
    const { get, logged } = await projection(t, async app => {
      await api(app)
      declare(app)
    })
    t.match(logged('HYPER001'), [
      /relation 'order'.*'GetOrder' is already used by .* GET \/v1\/orders\/:id and .* GET \/v2\/orders\/:id.* GET \/home/,
      /action 'cancel'/
    ])
    const { document } = await get('default', '/home')
    t.same(document, {}, 'and they are omitted')
    await t.rejects(projection(t, async app => {
      await api(app, { mode: 'strict' })
      declare(app)
      await app.ready()
    }), { code: 'FST_ERR_HYPER_DUPLICATE_ROUTE' })
  })
}

t.test('none is nearer: a class that no other route sends', async t => {
  const { logged } = await projection(t, async app => {
    await app.register(hyper, { links: [rootLinks(Root)] })
    for (const prefix of [
      '/a', '/b'
    ]) app.register(async scope => { scope.get('/', named('GetOrder', false), async () => ({})) }, { prefix })
    app.get('/home', { config: { hyper: { links: true } } }, async () => new Root())
  })
  t.match(logged('HYPER001'), [/action 'cancel'.*no route is named/, /none is nearer to route GET \/home/])
})

// A constraint of the app: only the app knows how a request gets its value.
const tenants = { name: 'tenant', header: 'x-tenant' }
// A strategy of the app in place of the one of Fastify: versions are in another header.
const versions = { name: 'version', header: 'x-version' }

const strategyOf = ({ name, header }: typeof tenants) => ({
  name,
  storage () {
    const routes = new Map<unknown, unknown>()
    return {
      get: (value: unknown) => routes.get(value) ?? null,
      set (value: unknown, route: unknown) { routes.set(value, route) }
    }
  },
  validate () {},
  deriveConstraint: ({ headers }: { headers: Record<string, unknown> }) => headers[header],
  mustMatchWhenDerived: false
})

for (const { name, header } of [tenants, versions]) {
  t.test(`one name for the values of a constraint of the app: ${name}`, async t => {
    for (const mode of ['lax', 'strict'] as const) {
      const { get, logged } = await projection(t, async app => {
        await app.register(hyper, { hrefs: 'path', links: [orderLinks], mode })
        for (const value of ['a', 'b']) {
          const constraints = { [name]: value }
          const { config } = named('GetOrder')
          app.get(`/${value}/orders/:id`, { constraints, config }, async () => new Order())
          app.get(`/${value}/me`, { constraints, ...named('GetCustomer', false) }, async () => ({}))
          app.post(`/${value}/cancel`, { constraints, ...named('CancelOrder', false) }, async () => ({}))
          app.get(`/${value}`, { constraints, ...named('Start', false) }, async () => ({}))
        }
      }, { constraints: { [name]: strategyOf({ name, header }) } } as object)
      for (const value of ['a', 'b']) {
        const { document } = await get('default', `/${value}/orders/7`, [[header, value]])
        t.match(document, {
          _links: {
            self: { href: `/${value}/orders/7` },
            customer: { href: `/${value}/me` },
            dynamic: { href: `/${value}/me` },
            start: { href: `/${value}` }
          },
          _actions: { cancel: { href: `/${value}/cancel` } }
        }, `${mode}, ${value}`)
      }
      t.same(logged('HYPER001'), [])
    }
  })
}

t.test('a name of routes between which no constraint of the sender decides', async t => {
  const rootLinks = defineLinks(Root, links => { links.link('customer', LinkTarget.route('GetCustomer')) })
  const declare = (mode: 'lax' | 'strict', open: boolean) => async (app: FastifyInstance) => {
    await app.register(hyper, { hrefs: 'path', links: [rootLinks], mode })
    for (const tenant of ['a', 'b']) {
      app.get(`/${tenant}`, { constraints: { tenant }, ...named('GetCustomer', false) }, async () => ({}))
    }
    if (open) app.get('/any', named('GetCustomer', false), async () => ({}))
    app.get('/', { config: { hyper: { links: rootLinks } } }, async () => new Root())
  }
  const server = { constraints: { tenant: strategyOf(tenants) } } as object
  const { get, logged } = await projection(t, declare('lax', false), server)
  t.match(logged('HYPER001'), { length: 1, 0: /by route GET \/a and route GET \/b, and no constraint of route GET \/ d/ })
  t.strictSame((await get('default', '/')).document, {}, 'never the first of them')
  await t.rejects(projection(t, declare('strict', false), server), { code: 'FST_ERR_HYPER_DUPLICATE_ROUTE' })
  const any = await projection(t, declare('strict', true), server)
  t.match((await any.get('default', '/')).document, { _links: { customer: { href: '/any' } } })
})
