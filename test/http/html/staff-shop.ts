import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, { defineLinks, defineRoutes, OffsetPage, offsetPage, pageQuery, problem, resourceOf } from 'fastify-hyper'
import { html, type HtmlOptions, markup } from 'fastify-hyper/html'

// A tea shop whose staff signs in on its pages, and cancels orders.

const TOKEN = 'staff-4711'
const STATUSES = ['pending', 'shipped', 'cancelled'] as const

class Order {
  readonly id: number
  readonly customer: string
  readonly tea: string
  status: typeof STATUSES[number]

  constructor (id: number) {
    this.id = id
    this.customer = ['Ada Lovelace', 'Grace Hopper', 'Alan Kay'][id % 3]!
    this.tea = ['Assam', 'Darjeeling', 'Earl Grey', 'Sencha'][id % 4]!
    this.status = STATUSES[id % 3]!
  }
}

class Root { readonly name = 'Tea shop' }
class Takings { readonly total = 1234.5 }

const Routes = defineRoutes({
  GetRoot: 'GET /',
  ListOrders: 'GET /orders',
  GetOrder: 'GET /orders/:id',
  CancelOrder: 'POST /orders/:id/cancel',
  GetTakings: 'GET /takings',
  Login: 'POST /login'
})

const ORDER = {
  title: 'Order',
  type: 'object',
  properties: {
    id: { type: 'integer', title: 'Number' },
    customer: { type: 'string' },
    tea: { type: 'string' },
    status: { type: 'string', enum: STATUSES }
  }
}

const id = (order: Order) => ({ id: order.id })

const links = [
  defineLinks(Root, links => {
    links.link('orders', Routes.ListOrders()).title('All orders')
    links.link('pending', Routes.ListOrders({}, { query: { status: 'pending' } })).title('Pending orders')
  }),
  defineLinks(OffsetPage<Order>, links => { links.self(Routes.ListOrders()) }),
  defineLinks(Order, links => {
    links.self(Routes.GetOrder(id))
    links.affordance('cancel', Routes.CancelOrder(id)).title('Cancel the order').danger()
      .when(order => order.status === 'pending', 'Only pending orders can be cancelled.')
  }, { schema: ORDER })
]

/** The shop, and its orders. A user with the password "tea" is staff. */
export async function buildStaffShop (options: HtmlOptions = {}): Promise<FastifyInstance> {
  const app = Fastify()
  const orders = new Map(Array.from({ length: 12 }, (_, index) => [index + 1, new Order(index + 1)]))
  const staff = ({ headers }: FastifyRequest) => headers.authorization === `Bearer ${TOKEN}`
  await app.register(hyper, { links, routes: Routes, policies: { staff } })
  await app.register(html, {
    title: 'Tea shop',
    login: { route: 'Login', token: 'token', secret: 'a secret of the tests with 32 characters' },
    components: { members: { tea: tea => markup`<span class="value">${String(tea)}</span>` } },
    ...options
  })
  const config = (name: string) => ({ config: { hyper: { name, links: true } } } as const)
  app.get('/', config('GetRoot'), () => new Root())
  app.get<{ Querystring: { page: number, pageSize: number, status?: string } }>('/orders', {
    schema: { summary: 'List the orders', querystring: pageQuery({ status: { type: 'string', enum: STATUSES } }) },
    ...config('ListOrders')
  }, ({ query: { page, pageSize, status } }) => {
    const found = [...orders.values()].filter(order => status === undefined || order.status === status)
    return offsetPage(found.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, totalCount: found.length })
  })
  const resource = ({ params }: FastifyRequest) => orders.get(Number((params as { id: string }).id))
  app.get('/orders/:id', {
    schema: { response: { 200: ORDER } }, config: { hyper: { name: 'GetOrder', links: true, resource } }
  }, request => resourceOf<Order>(request))
  app.post('/orders/:id/cancel', {
    config: { hyper: { name: 'CancelOrder', links: true, policy: 'staff', resource } }
  }, request => Object.assign(resourceOf<Order>(request), { status: 'cancelled' }))
  app.get('/takings', {
    onRequest: async (request, reply) => {
      if (!staff(request)) await problem({ status: 401, detail: 'The takings are for staff.' }).send(reply)
    },
    ...config('GetTakings')
  }, () => new Takings())
  declareLogin(app)
  return app
}

function declareLogin (app: FastifyInstance): void {
  const body = {
    type: 'object',
    required: ['name', 'password'],
    properties: {
      name: { type: 'string', title: 'Name' }, password: { type: 'string', format: 'password', title: 'Password' }
    }
  }
  app.post<{ Body: { name: string, password: string } }>('/login', {
    schema: { body }, config: { hyper: { name: 'Login' } }
  }, ({ body: { password } }) => password === 'tea'
    ? { token: TOKEN }
    : problem({ status: 401, title: 'Not signed in', detail: 'The name or the password is wrong.' }))
}
