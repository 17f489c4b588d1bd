import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, {
  defineLinks, type HyperGroupOptions, type HyperRouteOptions, LinkTarget, type RouteNames
} from 'fastify-hyper'

// A project of its own: route names that are declared count for a whole program.
declare module 'fastify-hyper' {
  interface RouteNames {
    GetOrder: 'GET /orders/:id(^\\d+$)'
    GetLine: 'GET /orders/:id/lines/:line'
    FindOrders: 'GET /orders/:year?'
    ListOrders: 'GET /orders'
  }
  interface HyperPolicies extends AppPolicies {}
}

const policies = { owner: (_request: FastifyRequest, order: Order) => order.id === 42, user: () => true }
type AppPolicies = typeof policies

class Order {
  readonly id: number = 42
  readonly placed: Date = new Date()
}

export const names: ReadonlyArray<keyof RouteNames> = ['GetOrder', 'GetLine', 'FindOrders', 'ListOrders']

export const targets = [
  LinkTarget.route('ListOrders'),
  LinkTarget.route('ListOrders', { page: 1 }),
  LinkTarget.route('FindOrders'),
  LinkTarget.route('FindOrders', { year: 2026, page: 1 }, { title: 'Orders' }),
  LinkTarget.route('GetOrder', { id: 42 }),
  LinkTarget.route('GetOrder', { id: 42, expand: ['lines'] }, { query: { page: 1 } }),
  LinkTarget.route('GetLine', { id: 42, line: 1n }),
  LinkTarget.route<Order>('GetOrder', order => ({ id: order.id })),
  LinkTarget.routeTemplate('GetLine', { id: 42 }),
  LinkTarget.routeTemplate('GetLine')
]

export const wrongTargets = [
  // @ts-expect-error - no route of that name
  LinkTarget.route('GetOder', { id: 42 }),
  // @ts-expect-error - no route of that name for a template
  LinkTarget.routeTemplate('GetOder'),
  // @ts-expect-error - no values
  LinkTarget.route('GetOrder'),
  // @ts-expect-error - another value than the path needs
  LinkTarget.route('GetOrder', { ident: 42 }),
  // @ts-expect-error - one of two values
  LinkTarget.route('GetLine', { id: 42 }),
  // @ts-expect-error - a value that no path can hold
  LinkTarget.route('GetOrder', { id: new Date() })
]

export const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.link('lines', LinkTarget.route('GetLine', order => ({ id: order.id, line: 1, expand: true })))
  links.link('orders', LinkTarget.route('ListOrders', order => ({ after: order.id })))
  links.link('all', () => LinkTarget.route('ListOrders'))
  links.link('user', LinkTarget.uri('/user')).requireAuthorization('owner', order => order).requireAuthorization('user')
  // @ts-expect-error - no policy of that name
  links.link('owner', LinkTarget.uri('/owner')).requireAuthorization('ownr')
  // @ts-expect-error - not a property of the resource
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.ident })))
  // @ts-expect-error - a missing value in a callback
  links.self(LinkTarget.route('GetOrder', () => ({})))
  // @ts-expect-error - a date in a callback
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.placed })))
})

export const guarded: HyperRouteOptions[] = [{ policy: 'owner' }, { policy: ['owner', 'user'] }, { policy: false }]
export const group: HyperGroupOptions = { policy: 'user' }

export const unguarded: HyperRouteOptions[] = [
  // @ts-expect-error - no policy of that name
  { policy: 'ownr' },
  // @ts-expect-error - no policy of that name among others
  { policy: ['user', 'ownr'] }
]

// @ts-expect-error - no policy of that name for a group
export const unguardedGroup: HyperGroupOptions = { policy: 'ownr' }

export async function build (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { links: [orderLinks], policies })
  app.get(
    '/orders/:id', { config: { hyper: { name: 'GetOrder', links: true, etag: (order: Order) => order.id } } },
    async () => new Order()
  )
  await app.register(async () => {}, { prefix: '/v2', hyper: { links: orderLinks } })
  app.get('/', async request => app.hyper.href(LinkTarget.route('GetOrder', { id: 42 }), request))
  return app
}
