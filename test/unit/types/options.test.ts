import { expectTypeOf } from 'expect-type'
import { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest } from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, defineRoutes, type EntityTagger, type Hyper, type HyperGroupOptions, type HypermediaFormat,
  type HypermediaFormatter, type HyperOptions,
  hyperPlugin, type HyperProblem, type HyperRouteOptions,
  type LinkContext, LinkTarget, type OffsetPage, offsetPage, type Page, pageQuery, problem, type ProjectedResource,
  type ResourceLoader, resourceOf,
  type RoutePreconditions,
  type RouteResource
} from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

class Order {
  readonly id: number = 42
  readonly version: number = 1
}

class Customer {
  readonly name: string = 'c'
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.uri('/orders/42')).requireAuthorization('owner', order => order)
})
const customerLinks = defineLinks(Customer, links => { links.self(LinkTarget.uri('/customers/1')) })
const handler = async () => new Order()

/** The code of the error that an app with these declarations fails to start with, or undefined. */
async function start (options: HyperOptions, declare: (app: FastifyInstance) => unknown = () => {}): Promise<void> {
  const app = await hyperApp(t, options)
  await declare(app)
  await app.ready()
}

t.test('options, formatters and policies have types', async t => {
  const siren: HypermediaFormatter = {
    mediaType: 'application/vnd.siren+json',
    format (resource, context) {
      expectTypeOf(resource).toEqualTypeOf<ProjectedResource>()
      expectTypeOf(context).toEqualTypeOf<LinkContext>()
      return `{"properties":${resource.body},"links":${resource.links.length},"children":${resource.embedded.size}}`
    }
  }
  const options: HyperOptions = {
    mode: 'strict',
    negotiateFormat: false,
    defaultFormat: 'hal',
    emitLinkHeader: true,
    mediaTypes: { hal: 'application/vnd.acme.hal+json' },
    formatters: [siren],
    links: [orderLinks, customerLinks],
    policies: {
      owner: (request, order: Order) => request.ip !== '' && order.id === 42,
      late: async (_request, { name }: Customer) => name === 'c',
      caller: request => request.headers.authorization !== undefined
    },
    hrefs: 'path',
    baseUrl: request => `https://${request.host}`,
    paging: { page: 'p' },
    curies: { acme: 'https://acme.example/{rel}' },
    routes: defineRoutes({ Root: 'GET /', One: 'GET /orders/:id', Files: 'GET /files/*' }),
    parsers: false,
    validationProblems: true
  }
  await t.resolves(start(options), 'all of them')
  await t.resolves(start({}), 'none of them')
  expectTypeOf<HypermediaFormat>().toEqualTypeOf<'default' | 'hal' | 'hal-forms' | 'none'>()
  expectTypeOf(hyperPlugin).toEqualTypeOf<typeof hyper>()

  const wrong: readonly HyperOptions[] = [
    // @ts-expect-error - a key that is none
    { mde: 'lax' },
    // @ts-expect-error - a mode that is none
    { mode: 'loose' },
    // @ts-expect-error - the default format is no media type
    { defaultFormat: 'application/hal+json' },
    // @ts-expect-error - a function is no configuration
    { links: (links: unknown) => links },
    // @ts-expect-error - a class where an instance belongs
    { links: [Order] },
    // @ts-expect-error - a policy that returns no decision
    { policies: { owner: 'admin' } },
    // @ts-expect-error - a format that cannot write
    { formatters: [{ mediaType: 'a/b' }] },
    // @ts-expect-error - a catalog of texts
    { routes: { Root: 'GET /' }, mode: 1 }
  ]
  for (const options of wrong) await t.rejects(start(options), { code: /^FST_ERR_HYPER_/ }, JSON.stringify(options))

  // @ts-expect-error - a decision is true or false
  t.ok({ policies: { owner: () => 'yes' } } satisfies HyperOptions)
  // @ts-expect-error - a formatter writes text
  t.ok({ formatters: [{ mediaType: 'a/b', format: () => ({}) }] } satisfies HyperOptions)
})

t.test('config.hyper of a route', async t => {
  await t.resolves(start({ links: [orderLinks, customerLinks], policies: { owner: () => true } }, app => {
    app.get('/a', {
      config: {
        hyper: {
          name: 'A',
          links: orderLinks,
          etag: (order: Order) => order.version,
          deprecation: { sunset: new Date(), link: 'https://e.example' },
          format: 'hal'
        }
      }
    }, handler)
    app.get('/b', {
      config: {
        hyper: {
          links: true,
          etag: async (order: Order, request) => request.method + order.version,
          deprecation: true,
          format: 'application/hal+json'
        }
      }
    }, handler)
    app.get<{ Params: { id: string } }>(
      '/c/:id', { config: { hyper: { links: false, etag: () => null, format: false, deprecation: {} } } }, handler
    )
    app.route({
      method: 'GET',
      url: '/d',
      config: { hyper: { links: customerLinks, deprecation: { deprecatedAt: '2026-01-01T00:00:00Z' } } },
      handler: async () => new Customer()
    })
    app.get('/e', { config: { hyper: {} }, schema: { operationId: 'E', summary: 'Read e' } }, handler)
  }))
  expectTypeOf<NonNullable<HyperRouteOptions['etag']>>().parameter(0).toBeUnknown()
  expectTypeOf<NonNullable<HyperRouteOptions['etag']>>().parameter(1).toEqualTypeOf<FastifyRequest>()

  const wrong: readonly HyperRouteOptions[] = [
    // @ts-expect-error - a key that is none
    { lnks: true },
    // @ts-expect-error - neither a yes or no nor a configuration
    { links: 'yes' },
    // @ts-expect-error - not a function
    { etag: 'version' },
    // @ts-expect-error - a key of a deprecation that is none
    { deprecation: { sunst: '2026-01-01' } },
    // @ts-expect-error - not a name
    { format: 7 }
  ]
  for (const options of wrong) {
    const text = JSON.stringify(options)
    await t.rejects(
      start({}, app => app.get('/', { config: { hyper: options } }, handler)), { code: /^FST_ERR_HYPER_/ }, text
    )
    await t.rejects(
      start({}, app => app.register(async app => { app.get('/', handler) }, { hyper: { links: true, ...options } })),
      { code: /^FST_ERR_HYPER_/ }, `group: ${text}`
    )
  }
  // @ts-expect-error - a tag that is no text
  t.ok({ etag: () => ({}) } satisfies HyperRouteOptions)
})

t.test('the options of guarded routes', async t => {
  interface Params { id: string }
  const policies = { user: () => true, owner: (_request: FastifyRequest, order: Order) => order.id === 42 }
  const load = async (request: FastifyRequest<{ Params: Params }>): Promise<Order | undefined> =>
    request.params.id === '42' ? new Order() : undefined
  await t.resolves(start({ links: [orderLinks], policies }, app => {
    app.put<{ Params: Params, Body: { version: number } }>('/a/:id', {
      config: {
        hyper: {
          policy: ['user', 'owner'],
          conceal: true,
          resource: load,
          preconditions: { requireIfMatch: true, tag: (order: Order) => order.version }
        }
      }
    }, async request => {
      expectTypeOf(resourceOf<Order>(request)).toEqualTypeOf<Order>()
      expectTypeOf(resourceOf(request)).toBeUnknown()
      return resourceOf<Order>(request)
    })
    app.get(
      '/b', {
        config: { hyper: { policy: 'user', resource: { load: () => null, links: orderLinks }, preconditions: false } }
      }, handler
    )
    app.get('/c', { config: { hyper: { policy: false, resource: () => new Order(), conceal: 403 } } }, handler)
    app.get('/f', { config: { hyper: { resource: { load: () => null, missing: 'pass' } } } }, handler)
    app.register(
      async app => { app.get('/d', handler) },
      { hyper: { policy: 'user', conceal: false, preconditions: { requireIfMatch: true } } }
    )
    app.register(async app => { app.get('/e', handler) }, {
      hyper: { policy: ['user'] as const, preconditions: false }
    })
  }))
  expectTypeOf<HyperGroupOptions>().not.toHaveProperty('resource')
  expectTypeOf<ResourceLoader>().parameter(0).toEqualTypeOf<FastifyRequest>()
  expectTypeOf<RouteResource['load']>().toEqualTypeOf<ResourceLoader>()
  expectTypeOf<NonNullable<RoutePreconditions['tag']>>().toEqualTypeOf<EntityTagger>()

  const wrong: readonly HyperRouteOptions[] = [
    // @ts-expect-error - true is no name
    { policy: true },
    // @ts-expect-error - a function is no name
    { policy: () => true },
    // @ts-expect-error - a name is no loader
    { resource: 'order' },
    // @ts-expect-error - another word
    { resource: { load: () => null, missing: 'passes' } },
    // @ts-expect-error - a status
    { conceal: 404 },
    // @ts-expect-error - a tag that is no function
    { preconditions: { tag: 'v1' } },
    // @ts-expect-error - true is no object
    { preconditions: true }
  ]
  for (const options of wrong) {
    await t.rejects(start(
      {}, app => app.get('/', { config: { hyper: options } }, handler)
    ), { code: /^FST_ERR_HYPER_/ })
  }
  // @ts-expect-error - a string is no resource
  t.ok({ resource: () => 'order' } satisfies HyperRouteOptions)
  // @ts-expect-error - a promise of a string is no resource
  t.ok({ resource: async () => 'order' } satisfies HyperRouteOptions)
})

t.test('values on a route are checked where it is declared', async t => {
  await t.rejects(start({}, app => {
    // @ts-expect-error - neither a yes or no nor a configuration
    app.get('/', { config: { hyper: { links: 1 } } }, handler)
  }), { code: 'FST_ERR_HYPER_INVALID_CONFIG' })
  await t.rejects(start({}, app => {
    // @ts-expect-error - a key that is none, beside named types
    app.get<{ Params: { id: string } }>('/', { config: { hyper: { lnks: true } } }, handler)
  }), { code: 'FST_ERR_HYPER_UNKNOWN_KEY' })
})

// Where nothing else is named, Fastify infers the type of `config` and of a plugin's options from what is written, so
// that the compiler finds no key surplus.
t.test('a typo that the compiler cannot see does not start', async t => {
  await t.rejects(start({}, app => { app.get('/', { config: { hyper: { lnks: true } } }, handler) }), {
    code: 'FST_ERR_HYPER_UNKNOWN_KEY'
  })
  await t.rejects(start(
    {}, app => { app.register(async () => {}, { hyper: { links: true, formt: 'hal' } }) }
  ), { code: 'FST_ERR_HYPER_UNKNOWN_KEY' })
})

t.test('the option hyper of a group', async t => {
  const plain: FastifyPluginAsync = async app => { app.get('/', handler) }
  const withOptions: FastifyPluginAsync<{ size?: number }> = async app => { app.get('/', handler) }
  await t.resolves(start({ links: [orderLinks], policies: { owner: () => true } }, app => {
    app.register(plain, { prefix: '/v1', hyper: { links: true, deprecation: { sunset: '2030-01-01' } } })
    app.register(withOptions, { prefix: '/v2', hyper: { links: orderLinks, format: 'hal' }, size: 1 })
    app.register(async app => { app.get('/', handler) }, {
      prefix: '/v3', hyper: { links: false, format: false, deprecation: false }
    })
  }))
  expectTypeOf<HyperGroupOptions>().not.toHaveProperty('etag')

  for (const declare of [
    // @ts-expect-error - a key that is none
    app => app.register(plain, { prefix: '/v1', hyper: { links: true, lnks: true } }),
    // @ts-expect-error - a key that is none, for a plugin with options of its own
    app => app.register(withOptions, { prefix: '/v1', hyper: { links: true, lnks: true } }),
    // @ts-expect-error - a tag belongs to one route
    app => app.register(plain, { prefix: '/v1', hyper: { links: true, etag: () => 'a' } }),
    // @ts-expect-error - neither a yes or no nor a configuration
    app => app.register(plain, { prefix: '/v1', hyper: { links: 'yes' } })
  ] satisfies Array<(app: FastifyInstance) => unknown>) {
    await t.rejects(start({}, declare), { code: /^FST_ERR_HYPER_/ })
  }
})

t.test('app.hyper', async t => {
  const Routes = defineRoutes({ One: 'GET /orders/:id' })
  await t.resolves(start({ routes: Routes, policies: { owner: () => true } }, app => {
    expectTypeOf(app.hyper).toEqualTypeOf<Hyper>()
    app.hyper.addLinks(orderLinks, customerLinks)
    app.get('/orders/:id', async request => {
      expectTypeOf(app.hyper.href(Routes.One({ id: 1 }), request)).toEqualTypeOf<string | null>()
    })
    t.equal(app.hyper.href(LinkTarget.uri('/x')), '/x')
    t.equal(app.hyper.href(Routes.One({ id: 7 })), '/orders/7')
    // @ts-expect-error - a text is no target
    t.throws(() => app.hyper.href('/x'), { code: 'FST_ERR_HYPER_INVALID_TARGET' })
    // @ts-expect-error - a class is no configuration
    t.throws(() => app.hyper.addLinks(Order), { code: 'FST_ERR_HYPER_INVALID_CONFIG' })
  }))
})

t.test('pages and problems', async t => {
  const page = offsetPage([new Order()], { page: 1, pageSize: 20, totalCount: 1 })
  expectTypeOf(page).toEqualTypeOf<OffsetPage<Order>>()
  expectTypeOf(page).toExtend<Page<Order>>()
  expectTypeOf(cursorPage([new Customer()], { next: 'n', prev: null, rel: 'customers' }))
    .toEqualTypeOf<Page<Customer>>()
  expectTypeOf(page.items).toEqualTypeOf<Order[]>()
  t.same([page.totalPages, Object.keys(pageQuery().properties)], [1, ['page', 'pageSize']])
  // @ts-expect-error - no count
  t.throws(() => offsetPage([], { page: 1, pageSize: 20 }), { code: 'FST_ERR_HYPER_INVALID_PAGE' })
  // @ts-expect-error - a page of a page
  t.throws(() => cursorPage(page), { code: 'FST_ERR_HYPER_INVALID_PAGE' })
  // @ts-expect-error - the array is not replaced
  t.ok(() => { page.items = [] })

  const failed = problem({ status: 404, detail: 'Gone' }).extension('id', 1).link('about', LinkTarget.uri('/a')).action(
    'retry', LinkTarget.uri('/b')
  )
  expectTypeOf(failed).toEqualTypeOf<HyperProblem>()
  t.equal(failed.status, 404)
  // @ts-expect-error - no status
  t.throws(() => problem({ detail: 'Gone' }), { code: 'FST_ERR_HYPER_INVALID_PROBLEM' })
})

type OrderRequest = FastifyRequest<{ Params: { id: string } }>

const LOADERS = {
  sync: (_request: FastifyRequest) => new Order(),
  async: async (_request: OrderRequest) => new Order(),
  maybe: (request: OrderRequest): Order | null | undefined => request.params.id === '' ? null : new Order(),
  maybeLater: async (request: OrderRequest) => request.params.id === '' ? undefined : new Order(),
  either: (_request: FastifyRequest): Order | Promise<Customer | null> => new Order(),
  withoutRequest: () => ({ id: 1 })
}

t.test('resourceOf by the type of its loader', async t => {
  type Loaders = typeof LOADERS
  const compiled = (request: OrderRequest) => {
    expectTypeOf(resourceOf<Loaders['sync']>(request)).toEqualTypeOf<Order>()
    expectTypeOf(resourceOf<Loaders['async']>(request)).toEqualTypeOf<Order>()
    expectTypeOf(resourceOf<Loaders['maybe']>(request)).toEqualTypeOf<Order>()
    expectTypeOf(resourceOf<Loaders['maybeLater']>(request)).toEqualTypeOf<Order>()
    expectTypeOf(resourceOf<Loaders['either']>(request)).toEqualTypeOf<Order | Customer>()
    expectTypeOf(resourceOf<Loaders['withoutRequest']>(request)).toEqualTypeOf<{ id: number }>()
    expectTypeOf(resourceOf<Order>(request)).toEqualTypeOf<Order>()
    const annotated: Order = resourceOf(request)
    // @ts-expect-error the loader has another resource
    const wrong: Customer = resourceOf<Loaders['sync']>(request)
    return [annotated, wrong, generic<Order>(request)]
  }
  const app = await hyperApp(t)
  for (const [name, resource] of Object.entries(LOADERS)) {
    app.get<{ Params: { id: string } }>(
      `/${name}/:id`, { config: { hyper: { resource } } }, request => ({ loaded: compiled(request).every(Boolean) })
    )
  }
  for (const name of Object.keys(LOADERS)) t.same((await app.inject(`/${name}/1`)).json(), { loaded: true }, name)
})

function generic<T> (request: FastifyRequest): T {
  return resourceOf<T>(request)
}
