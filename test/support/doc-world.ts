import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as Hyper from '../../lib/index.ts'

// The app and the orders that the examples of pages share: doc-examples.ts has their types.

export class Customer { id = 7; name = 'Ada'; usualQuantity = 3 }
export class Item { id = 1; name = 'Tea' }
export class Note { id = 1; message = 'Call first' }

export class Order {
  id = 42
  status = 'Pending'
  version = 1
  customerId = 7
  owner = 'ada'
  invoiceUrl: string | null = null
  items = [new Item()]
  notes = [new Note()]
}

/** Orders in memory. */
function storeOf (order: Order) {
  const shipped = Object.assign(new Order(), { id: 43, status: 'Shipped' })
  const orders = new Map([order, shipped].map(each => [String(each.id), each]))
  return {
    get size () { return orders.size },
    find: async (id: string) => orders.get(id) ?? null,
    get: (id: string) => orders.get(id),
    list: () => [...orders.values()],
    page: (page: number, pageSize: number) => [...orders.values()].slice((page - 1) * pageSize, page * pageSize),
    after: () => ({ orders: [...orders.values()], next: '43', previous: null }),
    create: () => Object.assign(new Order(), { id: 44 }),
    replace: (id: string) => Object.assign(orders.get(id)!, { version: order.version + 1 })
  }
}

/** The globals of examples. Configurations of the same types in an example replace these. */
export function worldOf ({ defineLinks, defineRoutes, LinkTarget }: typeof Hyper, app: FastifyInstance) {
  const order = new Order()
  const selfOf = <T extends { id: number }>(name: string) => (links: Hyper.LinkBuilder<T>) => {
    links.self(LinkTarget.route(name, (value: T) => ({ id: value.id })))
  }
  return {
    app,
    order,
    store: storeOf(order),
    Customer,
    Item,
    Note,
    Order,
    orderLinks: defineLinks(Order, selfOf('GetOrder')),
    customerLinks: defineLinks(Customer, selfOf('GetCustomer'), { schema: schemaOf('id', 'name') }),
    itemLinks: defineLinks(Item, selfOf('GetItem'), { schema: schemaOf('id', 'name') }),
    noteLinks: defineLinks(Note, () => {}, { schema: schemaOf('id', 'message') }),
    taskLinks: defineLinks<{ id: number }>(selfOf('GetTask')),
    orderSchema: schemaOf('id', 'status'),
    Routes: defineRoutes({
      GetOrder: 'GET /orders/:id',
      ListOrders: 'GET /orders',
      CreateOrder: 'POST /orders',
      CancelOrder: 'POST /orders/:id/cancel',
      ListSpeeds: 'GET /speeds'
    })
  }
}

function schemaOf (...names: string[]): object {
  const properties = names.map(name => [name, { type: name === 'id' ? 'integer' : 'string' }])
  return { type: 'object', properties: Object.fromEntries(properties) as object }
}

/** The services of the app. */
export function decorate (app: FastifyInstance): void {
  const find = async (id: number) => id === 7 ? new Customer() : null
  const findAll = async (ids: readonly number[]) => new Map(ids.map(id => [id, new Customer()]))
  app.decorate('customers', { find, findAll })
}

const quantity = { type: 'integer', maximum: 100 }
const body = { type: 'object', properties: { quantity, speed: { type: 'integer' }, note: { type: 'string' } } }

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** The routes that examples link to, except for those that the example declares itself. */
export function declareRoutes (app: FastifyInstance, hasPolicies: boolean): void {
  const add = (method: 'GET' | 'POST', url: string, name: string, handler: Handler, options: object = {}) => {
    if (app.hasRoute({ method, url })) return
    const policy = hasPolicies && name === 'AdminOrder' ? 'staff' : false
    // The world has no state: resource: false declares that the handlers check it.
    app.route({
      method, url, handler, config: { hyper: { name, links: method === 'GET', policy, resource: false } }, ...options
    })
  }
  const done: Handler = (_request, reply) => reply.code(204).send()
  const querystring = { type: 'object', properties: { page: { type: 'integer' }, q: { type: 'string' } } }
  add('GET', '/orders', 'ListOrders', () => [new Order()], { schema: { querystring } })
  add('GET', '/orders/:id', 'GetOrder', () => new Order())
  add('POST', '/orders', 'CreateOrder', done, { schema: { body } })
  add('POST', '/orders/:id/cancel', 'CancelOrder', done)
  add('GET', '/admin/orders/:id', 'AdminOrder', () => new Order())
  add('GET', '/customers/:id', 'GetCustomer', () => new Customer())
  add('GET', '/items/:id', 'GetItem', () => new Item())
  add('GET', '/tasks/:id', 'GetTask', () => new Order())
  add('GET', '/speeds', 'ListSpeeds', () => [{ id: 1, name: 'Standard' }])
}
