import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, {
  defineLinks, defineRoutes, LinkTarget, OffsetPage, offsetPage, pageQuery, pageSchema, problem, resourceOf
} from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'

// A tea shop: pages of orders with a search, edits that require If-Match, a state machine,
// and actions for whoever has the token.

export const TOKEN = 'staff-4711'

const STATUSES = ['pending', 'shipped', 'cancelled'] as const

export class Order {
  readonly id: number
  customer: string
  tea: string
  quantity: number
  status: typeof STATUSES[number]
  isGift: boolean
  readonly total: number
  readonly placed: string
  version: number

  constructor (id: number) {
    const pick = (values: readonly string[]) => values[id % values.length]!
    this.id = id
    this.customer = pick([
      'Ada Lovelace', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'Edsger Dijkstra', 'Frances Allen', 'Tony Hoare'
    ])
    this.tea = pick(['Assam', 'Darjeeling', 'Earl Grey', 'Sencha', 'Oolong'])
    this.quantity = (id * 3) % 9 + 1
    this.status = STATUSES[id % 3]!
    this.isGift = id % 4 === 0
    this.total = this.quantity * 4.5
    this.placed = `2026-0${id % 9 + 1}-1${id % 10}`
    this.version = 1
  }
}

class Root { readonly name = 'Tea shop' }

const Routes = defineRoutes({
  GetRoot: 'GET /',
  ListOrders: 'GET /orders',
  GetOrder: 'GET /orders/:id',
  PlaceOrder: 'POST /orders',
  EditOrder: 'PUT /orders/:id',
  ShipOrder: 'POST /orders/:id/ship',
  CancelOrder: 'POST /orders/:id/cancel'
})

const id = (order: Order) => ({ id: order.id })

const ORDER = {
  title: 'Order',
  type: 'object',
  properties: {
    id: { type: 'integer', title: 'Number' },
    customer: { type: 'string' },
    tea: { type: 'string' },
    quantity: { type: 'integer' },
    status: { type: 'string', enum: STATUSES },
    isGift: { type: 'boolean', title: 'Gift' },
    total: { type: 'number' },
    placed: { type: 'string', format: 'date' },
    version: { type: 'integer', title: 'Changes' }
  }
}

const orderLinks = defineLinks(Order, links => {
  links.self(Routes.GetOrder(id))
  links.link('collection', Routes.ListOrders())
  links.link('tracking', LinkTarget.uri('https://tracking.example.com/')).title('Track the parcel').when(order =>
    order.status === 'shipped')
  links.affordance('edit', Routes.EditOrder(id)).title('Edit the order').prefill(order => ({ ...order }))
  links.affordance('ship', Routes.ShipOrder(id)).title('Ship').when(order => order.status === 'pending')
  links.affordance('cancel', Routes.CancelOrder(id)).title('Cancel').when(order => order.status === 'pending')
}, { schema: ORDER })

const rootLinks = defineLinks(Root, links => {
  links.self(Routes.GetRoot())
  links.link('orders', Routes.ListOrders()).title('All orders')
  links.link('search', LinkTarget.routeTemplate('ListOrders')).title('Find orders')
  links.embedMany('latest', (_root, { server }) => [...server.teaOrders.values()].slice(0, 3), orderLinks)
  links.affordance('place', Routes.PlaceOrder()).title('Place an order')
})

const pageLinks = defineLinks(OffsetPage<Order>, links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders')).title('Find orders')
  links.affordance('place', Routes.PlaceOrder()).title('Place an order')
})

const envelopeLinks = defineLinks<{ data: Order[], total: number }>(links => {
  links.items('data', orderLinks)
})

declare module 'fastify' {
  interface FastifyInstance {
    teaOrders: Map<number, Order>
  }
}

const BODY = {
  type: 'object',
  required: ['customer', 'tea', 'quantity'],
  properties: {
    customer: { type: 'string', minLength: 2, maxLength: 40, title: 'Customer' },
    tea: { type: 'string', enum: ['Assam', 'Darjeeling', 'Earl Grey', 'Sencha', 'Oolong'], title: 'Tea' },
    quantity: { type: 'integer', minimum: 1, maximum: 20, title: 'Quantity' },
    isGift: { type: 'boolean', title: 'Gift' }
  }
}

const QUERY = pageQuery({
  q: { type: 'string', title: 'Customer' },
  status: { type: 'string', enum: STATUSES, title: 'Status' },
  minTotal: { type: 'integer', minimum: 0, title: 'Total from' }
}, { defaultPageSize: 8 })

interface Query { page: number, pageSize: number, q?: string, status?: string, minTotal?: number }

/** The shop with its explorer at /explorer; it does not listen yet. */
export async function buildTeaShop (): Promise<FastifyInstance> {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: 'array' } } })
  app.decorate('teaOrders', new Map(Array.from({ length: 45 }, (_, index) => [index + 1, new Order(index + 1)])))
  const staff = ({ headers }: FastifyRequest) => headers.authorization === `Bearer ${TOKEN}`
  await app.register(hyper, { links: [rootLinks, pageLinks, orderLinks], policies: { staff }, routes: Routes })
  await app.register(html, { title: 'Tea shop' })
  await app.register(hyperExplorer, { prefix: '/explorer' })
  declareReads(app)
  declareWrites(app)
  return app
}

function declareReads (app: FastifyInstance): void {
  const all = () => [...app.teaOrders.values()]
  app.get('/', { config: { hyper: { name: 'GetRoot', links: true } } }, () => new Root())
  app.get<{ Querystring: Query }>('/orders', {
    schema: { querystring: QUERY, response: { 200: pageSchema(ORDER) } },
    config: { hyper: { name: 'ListOrders', links: true } }
  },
  ({ query: { page, pageSize, q = '', status, minTotal = 0 } }) => {
    const found = all().filter(order =>
      order.customer.includes(q) && order.total >= minTotal && (status === undefined || order.status === status))
    return offsetPage(found.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, totalCount: found.length })
  })
  app.get<{ Params: { id: string } }>('/orders/:id', {
    schema: { response: { 200: ORDER } },
    config: {
      hyper: { name: 'GetOrder', links: true, etag: (order: unknown) => order instanceof Order ? order.version : null }
    }
  }, ({ params }) => app.teaOrders.get(Number(params.id)) ??
    problem({ status: 404, detail: `There is no order ${params.id}.` }).link('orders', Routes.ListOrders()))
  app.get('/bare', { config: { hyper: { links: true } } }, (_request, reply) => {
    reply.header('link', '</bare?page=2>; rel="next", </bare?page=9>; rel=last')
    return all().slice(0, 3)
  })
  app.get('/enveloped', { config: { hyper: { links: envelopeLinks } } }, () => ({
    data: all().slice(0, 3).map(withAddress), total: 45
  }))
}

// A member of several members.
function withAddress ({ id }: Order): Order {
  return Object.assign(new Order(id), { address: { street: `${id} Main Street`, city: 'Utrecht' } })
}

type ById = { Params: { id: string } }

function declareWrites (app: FastifyInstance): void {
  const resource = (request: FastifyRequest) => app.teaOrders.get(Number((request.params as { id: string }).id))
  const preconditions = { requireIfMatch: true, tag: (order: unknown) => (order as Order).version }
  const enter = (request: FastifyRequest, status: Order['status']) => {
    const order = resourceOf<Order>(request)
    if (order.status !== 'pending') {
      return problem({ status: 409, title: 'Too late', detail: `The order is ${order.status} already.` }).link(
        'order', Routes.GetOrder({ id: order.id })
      ).action('place', Routes.PlaceOrder())
    }
    return Object.assign(order, { status, version: order.version + 1 })
  }
  app.post<{ Body: object }>('/orders', {
    schema: { body: BODY }, config: { hyper: { name: 'PlaceOrder', links: true } }
  }, (request, reply) => {
    const order = Object.assign(new Order(app.teaOrders.size + 1), request.body, { status: 'pending' })
    app.teaOrders.set(order.id, order)
    return reply.code(201).header('location', app.hyper.href(Routes.GetOrder({ id: order.id }), request)).send(order)
  })
  app.put<ById>('/orders/:id', {
    schema: { body: BODY }, config: { hyper: { name: 'EditOrder', links: true, resource, preconditions } }
  }, request => {
    const order = resourceOf<Order>(request)
    return Object.assign(order, request.body, { version: order.version + 1 })
  })
  app.post<ById>(
    '/orders/:id/ship', { config: { hyper: { name: 'ShipOrder', links: true, resource, policy: 'staff' } } },
    request => enter(request, 'shipped')
  )
  app.post<ById>(
    '/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder', links: true, resource } } },
    request => enter(request, 'cancelled')
  )
}
