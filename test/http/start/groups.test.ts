import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import t from 'tap'
import hyper, {
  defineLinks, defineRoutes, type HyperGroupOptions, type HyperOptions, type HyperRouteOptions,
  LinkTarget
} from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'
import { newApp } from '../../support/servers.ts'

// Scopes: app.register(plugin, { hyper: { links, format, deprecation } }).

class Order { readonly id = 1 }

const orderLinks = defineLinks(Order, links => { links.self(LinkTarget.uri('/order')) })
const groupLinks = defineLinks<object>(links => { links.self(LinkTarget.uri('/group')) })
const deprecation = { deprecatedAt: '2026-01-02T00:00:00Z' }
const SINCE = '@1767312000'

interface Seen {
  readonly links: string | undefined
  readonly type: string
  readonly deprecation: string | null
}

const json = 'application/json'
const hal = 'application/hal+json'
const nothing: Seen = { links: undefined, type: json, deprecation: null }

// The scopes from the outside in, the route's own options, and the result.
const ROWS: Readonly<
  Record<string, [scopes: HyperGroupOptions[], route: HyperRouteOptions | undefined, seen: Partial<Seen>]>
> = {
  'no scope': [[], undefined, {}],
  links: [[{ links: true }], undefined, { links: '/order' }],
  'bound links': [[{ links: groupLinks }], undefined, { links: '/group' }],
  'a format': [[{ links: true, format: 'hal' }], undefined, { links: '/order', type: hal }],
  'a format by itself does not opt a route in': [[{ format: 'hal' }], undefined, {}],
  'a deprecation': [[{ deprecation }], undefined, { deprecation: SINCE }],
  everything: [
    [{ links: true, format: hal, deprecation }], undefined, { links: '/order', type: hal, deprecation: SINCE }
  ],

  'a route that opts in by itself': [[{ format: 'hal' }], { links: true }, { links: '/order', type: hal }],
  'a route that binds': [[{ links: true }], { links: groupLinks }, { links: '/group' }],
  'a route that takes links back': [[{ links: true, deprecation }], { links: false }, { deprecation: SINCE }],
  'a route that takes the format back': [[{ links: true, format: 'hal' }], { format: false }, { links: '/order' }],
  'a route with a format of its own': [
    [{ links: true, format: 'hal' }], { format: 'hal-forms' },
    { links: '/order', type: 'application/prs.hal-forms+json' }
  ],
  'a route that takes the deprecation back': [
    [{ links: true, deprecation }], { deprecation: false }, { links: '/order' }
  ],
  'a route with a deprecation of its own': [[{ deprecation: true }], { deprecation }, { deprecation: SINCE }],
  'a route with a name keeps the other options': [[{ links: true }], { name: 'Value' }, { links: '/order' }],

  'a scope within a scope': [[{ links: true }, { format: 'hal' }], undefined, { links: '/order', type: hal }],
  'the narrower scope wins': [
    [{ links: true, format: 'none' }, { links: groupLinks, format: 'hal' }], undefined,
    { links: '/group', type: hal }
  ],
  'the narrower scope takes back': [
    [{ links: true, format: 'hal', deprecation }, { links: false, format: false, deprecation: false }], undefined,
    {}
  ],
  'and a narrower one gives again': [
    [{ links: true }, { links: false }, { links: true }], undefined, { links: '/order' }
  ],
  'a scope that sets nothing': [[{ links: true }, {}], undefined, { links: '/order' }],
  'undefined sets nothing': [
    [{ links: true }, { links: undefined } as unknown as HyperGroupOptions],
    { links: undefined } as unknown as HyperRouteOptions, { links: '/order' }
  ]
}

function declareIn (
  app: FastifyInstance, scopes: readonly HyperGroupOptions[], route: HyperRouteOptions | undefined
): void {
  const [outer, ...inner] = scopes
  if (outer !== undefined) app.register(async scope => declareIn(scope, inner, route), { hyper: outer })
  else app.get('/value', route === undefined ? {} : { config: { hyper: route } }, async () => new Order())
}

for (const [name, [scopes, route, wanted]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const { send } = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path', links: [orderLinks] })
      declareIn(app, scopes, route)
    })
    const response = await send({ method: 'GET', path: '/value' })
    const { _links: links } = JSON.parse(response.body.toString()) as { _links?: { self: { href: string } } }
    const seen: Seen = {
      links: links?.self.href,
      type: header(response, 'content-type')!.split(';')[0]!,
      deprecation: header(response, 'deprecation')
    }
    t.strictSame(seen, { ...nothing, ...wanted })
  })
}

t.test('scopes are closed to one another', async t => {
  const route = (app: FastifyInstance, url: string) => app.get(url, async () => new Order())
  const wrapped = fastifyPlugin(async app => { route(app, '/wrapped') }, { fastify: '5.x' })
  const { get } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', links: [orderLinks] })
    await app.register(async scope => {
      route(scope, '/in')
      await scope.register(wrapped)
    }, { prefix: '/a', hyper: { links: true } })
    await app.register(async scope => { route(scope, '/in') }, { prefix: '/b' })
    await app.register(wrapped, { hyper: { links: true } })
    route(app, '/outside')
  })
  // A plugin that is wrapped makes no scope: its option sets nothing, and the enclosing scope applies.
  const LINKED = { '/a/in': true, '/a/wrapped': true, '/b/in': false, '/wrapped': false, '/outside': false }
  for (const [path, linked] of Object.entries(LINKED)) {
    t.equal((await get('default', path)).text.includes('_links'), linked, path)
  }
})

t.test('a scope with the plugin of its own', async t => {
  const { get } = await projection(t, app => {
    for (const [prefix, format] of [['/a', 'hal'], ['/b', 'default']] as const) {
      app.register(async scope => {
        await scope.register(hyper, { hrefs: 'path', links: [orderLinks], defaultFormat: format })
        scope.register(async inner => { inner.get('/value', async () => new Order()) }, { hyper: { links: true } })
      }, { prefix })
    }
  })
  for (const [path, type] of [['/a/value', hal], ['/b/value', json]] as const) {
    const received = await get('*/*', path)
    t.match(received.type, new RegExp(`^${type.replace('+', '\\+')}`), path)
    t.match(received.document, { _links: { self: { href: '/order' } } })
  }
})

t.test('HYPER003: routes before the plugin', async t => {
  const early = { config: { hyper: { links: true } } }
  const handler = async () => ({ id: 1 })
  const ROWS: Readonly<Record<string, [declare: (app: FastifyInstance) => unknown, places: string[]]>> = {
    'await was forgotten': [
      app => { app.register(hyper); app.get('/a', early, handler); app.post('/b', early, handler) },
      ['route GET /a', 'route POST /b']
    ],
    'with await': [async app => { await app.register(hyper); app.get('/a', early, handler) }, []],
    'in plugins after it': [
      app => { app.register(hyper); app.register(async scope => { scope.get('/a', early, handler) }) }, []
    ],
    'in after': [app => { app.register(hyper).after(() => { app.get('/a', early, handler) }) }, []],
    'routes without config.hyper': [app => { app.get('/a', handler); app.register(hyper) }, []],
    'in a scope before it': [
      async app => {
        await app.register(async scope => { scope.get('/a', early, handler) }, { prefix: '/v1' })
        await app.register(hyper)
      },
      ['route GET /v1/a']
    ],
    'in a sibling scope': [app => {
      app.register(async scope => { scope.get('/a', early, handler) })
      app.register(async scope => { await scope.register(hyper) })
    }, []],
    'twice at one place': [app => {
      app.get('/a', early, handler)
      app.get('/a', { ...early, constraints: { version: '1.0.0' } }, handler)
      app.register(hyper)
    }, ['route GET /a']]
  }
  for (const [name, [declare, places]] of Object.entries(ROWS)) {
    const { logged } = await projection(t, declare)
    t.strictSame(logged('HYPER003').map(text => text.split(': it was declared')[0]), places, name)
    for (const text of logged('HYPER003')) t.match(text, 'Write: await app.register(hyper)', 'the remedy')
  }
})

t.test('HYPER001: a route that has the name, and that the plugin does not see', async t => {
  const handler = async () => ({ id: 1 })
  const byName = { config: { hyper: { name: 'Early' } } }
  const byId = { schema: { operationId: 'Early' } }
  const Catalog = defineRoutes({ Early: 'GET /early' })
  const links = defineLinks<{ id: number }>(links => {
    links.link('fixed', LinkTarget.route('Early'))
    links.link('callback', () => LinkTarget.route('Early'))
    links.affordance('action', LinkTarget.route('Early'))
  })
  const value = (app: FastifyInstance) => app.get('/value', { config: { hyper: { links } } }, handler)
  const before = 'was declared before fastify-hyper was loaded, so links do not know it. Write: await'
  const outside = 'is outside of the scope in which fastify-hyper is registered'
  const late = (options: object, own: HyperOptions = {}) => async (app: FastifyInstance) => {
    app.get('/early', options, handler)
    await app.register(hyper, own)
    value(app)
  }
  const beside = (options: object) => async (app: FastifyInstance) => {
    app.get('/early', options, handler)
    await app.register(async scope => { await scope.register(hyper); value(scope) })
  }
  const ROWS: Readonly<Record<string, [declare: (app: FastifyInstance) => unknown, reason: string]>> = {
    'before, by config.hyper.name': [late(byName), before],
    'before, by operationId': [late(byId), before],
    'before, by a catalog': [late({}, { routes: Catalog }), before],
    'before, in a scope': [async app => {
      await app.register(async scope => { scope.get('/early', byId, handler) })
      await app.register(hyper)
      value(app)
    }, before],
    'outside, by config.hyper.name': [beside(byName), outside],
    'outside, by operationId': [beside(byId), outside],
    'outside, in a scope after it': [async app => {
      await app.register(async scope => { await scope.register(hyper); value(scope) })
      await app.register(async scope => { scope.get('/late', byId, handler) })
    }, outside]
  }
  for (const [name, [declare, reason]] of Object.entries(ROWS)) {
    const { get, logged } = await projection(t, declare)
    await get()
    const found = logged('HYPER001')
    t.equal(found.length, 3, name)
    for (const text of found) {
      t.match(text, /no route is named 'Early'\. The route GET \/\w+ has this name, but it /, name)
      t.match(text, reason, name)
    }
  }
  const other = { ...byId, config: { hyper: { name: 'Other' } } }
  const { get, logged } = await projection(t, late(other))
  await get()
  t.match(logged('HYPER001'), [/Name the route with/, /Name the route with/, /Name the route with/], 'another name')
})

t.test('a guard that the plugin does not see stops the start, in every mode', async t => {
  const guarded = { config: { hyper: { policy: 'staff' } } }
  const loading = { config: { hyper: { resource: () => ({}) } } }
  const handler = async () => ({ secret: 1 })
  const options: HyperOptions = { policies: { staff: () => false } }
  const ROWS: Readonly<Record<string, [declare: (app: FastifyInstance) => unknown, place: string | null]>> = {
    'await was forgotten': [
      app => { app.register(hyper, options); app.get('/a', guarded, handler) }, 'GET /a, config.hyper, policy'
    ],
    'a resource alone': [
      app => { app.register(hyper, options); app.get('/a', loading, handler) }, 'GET /a, config.hyper, resource'
    ],
    'a route of HEAD': [
      app => { app.register(hyper, options); app.head('/a', guarded, handler) }, 'HEAD /a, config.hyper, policy'
    ],
    'in a sibling scope': [app => {
      app.register(async scope => { await scope.register(hyper, options) })
      app.register(async scope => { scope.post('/a', guarded, handler) }, { prefix: '/v1' })
    }, 'POST /v1/a, config.hyper, policy'],
    'outside of its scope': [app => {
      app.register(async scope => { await scope.register(hyper, options) })
      app.after(() => { app.get('/a', guarded, handler) })
    }, 'GET /a, config.hyper, policy'],
    'in its scope': [async app => { await app.register(hyper, options); app.get('/a', guarded, handler) }, null],
    'no policy': [
      app => { app.get('/a', { config: { hyper: { policy: [] } } }, handler); app.register(hyper, options) }, null
    ]
  }
  for (const [name, [declare, place]] of Object.entries(ROWS)) {
    const app = newApp(t)
    await declare(app)
    const start = async () => { await app.ready() }
    if (place === null) await t.resolves(start, name)
    else {
      await t.rejects(
        start, { code: 'FST_ERR_HYPER_NOT_REGISTERED', message: `route ${place}: a guard needs fastify-hyper` }, name
      )
    }
  }
})
