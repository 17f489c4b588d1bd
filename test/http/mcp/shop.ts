import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, {
  defineLinks, defineRoutes, type HyperOptions,
  LinkTarget, problem, resourceOf
} from '../../../lib/index.ts'
import { mcp, type McpOptions } from '../../../mcp/index.ts'

// A shop with two kinds of callers: customers place and cancel their orders, and clerks ship all orders.

export class Order {
  readonly id: number
  readonly customer: string
  note: string
  status: 'pending' | 'shipped' | 'cancelled' = 'pending'
  version = 1

  constructor (id: number, customer: string, note: string) {
    this.id = id
    this.customer = customer
    this.note = note
  }
}

class Root { readonly name = 'Shop' }
class Me { readonly name: string; constructor (name: string) { this.name = name } }
class Orders { readonly items: readonly Order[]; constructor (items: readonly Order[]) { this.items = items } }

const Routes = defineRoutes({
  GetRoot: 'GET /',
  GetMe: 'GET /me',
  ListOrders: 'GET /orders',
  GetOrder: 'GET /orders/:id',
  CreateOrder: 'POST /orders',
  PatchOrder: 'PATCH /orders/:id',
  ShipOrder: 'POST /orders/:id/ship',
  CancelOrder: 'POST /orders/:id/cancel',
  RemoveOrder: 'DELETE /orders/:id'
})

/** A request as a route received it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: FastifyRequest['headers']
  readonly body: unknown
}

const id = (order: Order) => ({ id: order.id })
const PARAMS = { type: 'object', properties: { id: { type: 'integer' } } }
const ADDRESS = {
  $id: 'Address',
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, street: { type: 'string' } }
}
const NEW_ORDER = {
  type: 'object',
  required: ['note'],
  properties: { note: { type: 'string', maxLength: 200 }, address: { $ref: 'Address#' } }
}

/** The user of a request: `Authorization: Bearer ada`, or the cookie `user=ada`. */
export function userOf ({ headers: { authorization, cookie } }: FastifyRequest): string | null {
  return /^Bearer (\w+)$/.exec(authorization ?? '')?.[1] ?? /(?:^|; )user=(\w+)/.exec(cookie ?? '')?.[1] ?? null
}

export interface ShopOptions {
  readonly hyper?: HyperOptions
  readonly mcp?: Partial<McpOptions>
  /** The note of the first order. */
  readonly note?: string
}

export interface Shop {
  readonly app: FastifyInstance
  readonly orders: Map<number, Order>
  readonly received: Received[]
}

export async function buildShop (
  { hyper: options = {}, mcp: endpoint = {}, note = 'Ring twice' }: ShopOptions = {}
): Promise<Shop> {
  const app = Fastify()
  const orders = new Map([[1, new Order(1, 'ada', note)], [2, new Order(2, 'grace', '')]])
  const received: Received[] = []
  const orderLinks = defineLinks(Order, links => {
    links.self(Routes.GetOrder(id))
    links.link('collection', Routes.ListOrders())
    links.link('invoice', LinkTarget.uri('https://invoices.example/1'))
    links.affordance('annotate', Routes.PatchOrder(id)).title('Change the note')
      .prefill(order => ({ note: order.note }))
    links.affordance('ship', Routes.ShipOrder(id))
      .when(order => order.status === 'pending', 'Only pending orders can be shipped.')
    links.affordance('cancel', Routes.CancelOrder(id)).danger()
      .when(order => order.status === 'pending', 'Only pending orders can be cancelled.')
    links.affordance('remove', Routes.RemoveOrder(id))
  })
  const rootLinks = defineLinks(Root, links => {
    links.self(Routes.GetRoot())
    links.link('orders', Routes.ListOrders()).title('Orders')
    links.link('me', Routes.GetMe())
    links.link('search', LinkTarget.routeTemplate('ListOrders'))
    links.affordance('order', Routes.CreateOrder()).title('Place an order')
  })
  const ordersLinks = defineLinks(Orders, links => {
    links.self(Routes.ListOrders())
    links.embedMany('item', list => list.items, orderLinks)
  })
  const meLinks = defineLinks(Me, links => { links.self(Routes.GetMe()) })
  const policies = {
    clerk: (request: FastifyRequest) => userOf(request) === 'clerk',
    owner: (request: FastifyRequest, order: unknown) => (order as Order).customer === userOf(request) ||
      userOf(request) === 'clerk'
  }
  await app.register(hyper, {
    links: [orderLinks, rootLinks, meLinks, ordersLinks], policies, routes: Routes, ...options
  })
  app.addSchema(ADDRESS)
  app.addHook(
    'preHandler', async ({ method, url, headers, body }) => {
      if (!url.startsWith('/mcp')) received.push({ method, url, headers, body })
    }
  )
  await app.register(mcp, { prefix: '/mcp', name: 'shop', ...endpoint })

  const find = (request: FastifyRequest) => orders.get((request.params as { id: number }).id)
  const guarded = { links: true as const, resource: find }
  app.get('/', { config: { hyper: { links: true } } }, () => new Root())
  app.get('/me', { config: { hyper: { links: true } } }, request => new Me(userOf(request) ?? 'nobody'))
  app.get<{ Querystring: { q?: string } }>('/orders', {
    schema: { querystring: { type: 'object', properties: { q: { type: 'string' } } } },
    config: { hyper: { links: true } }
  }, ({ query: { q = '' } }) => new Orders([...orders.values()].filter(({ note }) => note.includes(q))))
  app.post<{ Body: { note: string } }>('/orders', {
    schema: { body: NEW_ORDER }, config: { hyper: { links: true } }
  }, (request, reply) => {
    const user = userOf(request)
    if (user === null) return problem({ status: 401, detail: 'Log in first.' }).link('me', Routes.GetMe())
    const order = new Order(orders.size + 1, user, request.body.note)
    orders.set(order.id, order)
    return reply.code(201).header('location', `/orders/${order.id}`).send()
  })
  app.get('/orders/:id', {
    schema: { params: PARAMS },
    config: { hyper: { ...guarded, policy: 'owner', etag: order => (order as Order).version } }
  }, request => resourceOf(request))
  app.patch<{ Body: { note: string } }>('/orders/:id', {
    schema: { params: PARAMS, body: { type: 'object', properties: { note: { type: 'string', maxLength: 200 } } } },
    config: {
      hyper: {
        ...guarded, policy: 'owner', preconditions: { requireIfMatch: true, tag: order => (order as Order).version }
      }
    }
  }, request => {
    const order = find(request)!
    return Object.assign(order, request.body, { version: order.version + 1 })
  })
  app.post('/orders/:id/ship', {
    schema: { params: PARAMS }, config: { hyper: { ...guarded, policy: 'clerk' } }
  }, request => Object.assign(find(request)!, { status: 'shipped' }))
  app.post('/orders/:id/cancel', {
    schema: { params: PARAMS }, config: { hyper: { ...guarded, policy: 'owner' } }
  }, request => Object.assign(find(request)!, { status: 'cancelled' }))
  app.delete('/orders/:id', {
    schema: { params: PARAMS }, config: { hyper: { ...guarded, policy: 'owner' } }
  }, (request, reply) => {
    orders.delete((request.params as { id: number }).id)
    return reply.code(204).send()
  })
  app.get('/sales', {
    schema: { querystring: { type: 'object', properties: { secret: { type: 'string' } } } },
    config: { hyper: { policy: 'clerk' } }
  }, () => ({}))
  app.get('/text', (_request, reply) => reply.type('text/plain').send('plain'))
  app.get('/moved', (_request, reply) => reply.redirect('/me'))
  app.get('/away', (_request, reply) => reply.redirect('https://evil.example/'))
  app.get('/boom', () => { throw new Error('The shop burns.') })
  return { app, orders, received }
}
