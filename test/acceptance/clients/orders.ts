import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import {
  defineLinks, type HyperOptions, LinkTarget, OffsetPage, offsetPage, pageQuery, pageSchema, problem
} from '../../../lib/index.ts'
import { hyperApp, listen } from '../../support/servers.ts'

// The API that clients of others read. `npm run test:apart -- clients` installs them.

export const TOOLS = `${process.cwd()}/test/acceptance/clients/tools`
export const load = createRequire(`${TOOLS}/package.json`)

class Customer {
  readonly id = 7
  readonly name = 'Ann'
}

/** An order with a member that the response schema hides. */
class Order {
  readonly id: number
  readonly status: string
  readonly secret = 'hidden'

  constructor (id: number, status: string) {
    this.id = id
    this.status = status
  }
}

const customer = new Customer()
const customerLinks = defineLinks(Customer, links => { links.self(LinkTarget.uri('/customers/7')) }, {
  schema: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
})

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.link('invoice', LinkTarget.uri('/invoices/1'))
  links.embed('customer', () => customer)
  links.affordance('change', LinkTarget.route('ChangeOrder', order => ({ id: order.id }))).title('Change')
})

const pageLinks = defineLinks(OffsetPage<Order>, links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.affordance('create', LinkTarget.route('CreateOrder')).title('Create')
})

const rootLinks = defineLinks(links => {
  links.self(LinkTarget.route('GetRoot'))
  links.link('orders', LinkTarget.route('ListOrders'))
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.link('missing', LinkTarget.route('GetOrder', { id: 9 }))
}, { name: 'Root' })

const ORDER = { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'string' } } }
const BODY = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', title: 'Status', enum: ['Pending', 'Shipped'], default: 'Pending' } }
}

function declare (app: FastifyInstance): void {
  const orders = [new Order(1, 'Pending'), new Order(2, 'Shipped')]
  const one = { response: { 200: ORDER, 201: ORDER } }
  app.get('/', { config: { hyper: { name: 'GetRoot', links: rootLinks } } }, () => ({ name: 'Orders' }))
  app.get<{ Querystring: { page: number, pageSize: number, status?: string } }>('/orders', {
    schema: { querystring: pageQuery({ status: { type: 'string' } }), response: { 200: pageSchema(ORDER) } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, ({ query: { page, pageSize, status = '' } }) => {
    const found = orders.filter(order => status === '' || order.status === status)
    return offsetPage(found.slice((page - 1) * pageSize, page * pageSize), {
      page, pageSize, totalCount: found.length
    })
  })
  app.get('/all', { config: { hyper: { links: true } } }, () => orders)
  app.get<{ Params: { id: string } }>('/orders/:id', {
    schema: one, config: { hyper: { name: 'GetOrder', links: true } }
  }, ({ params: { id } }) =>
    orders.find(order => order.id === Number(id)) ?? problem({ status: 404, detail: 'No order.' }))
  app.post<{ Body: { status: string } }>('/orders', {
    schema: { body: BODY, ...one }, config: { hyper: { name: 'CreateOrder', links: true } }
  }, ({ body: { status } }, reply) => {
    const order = new Order(orders.length + 1, status)
    orders.push(order)
    return reply.code(201).send(order)
  })
  app.patch<{ Body: { status: string }, Params: { id: string } }>('/orders/:id', {
    schema: { body: BODY, ...one }, config: { hyper: { name: 'ChangeOrder', links: true } }
  }, ({ params, body: { status } }) => new Order(Number(params.id), status))
}

/** The API, in process. */
export async function ordersApp (t: Test, options: HyperOptions = {}): Promise<FastifyInstance> {
  const app = await hyperApp(t, { links: [customerLinks, orderLinks, pageLinks], ...options })
  declare(app)
  return app
}

/** The origin of the API on loopback. */
export async function serveOrders (t: Test, options?: HyperOptions): Promise<string> {
  return (await listen(await ordersApp(t, options))).origin
}
