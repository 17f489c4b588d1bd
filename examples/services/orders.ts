import Fastify, { type FastifyServerOptions } from 'fastify'
import hyper, { defineLinks, LinkTarget, resourceOf } from 'fastify-hyper'
import { placed, type Urls } from './catalogs.ts'
import { type Database, NO_DATABASE } from './database.ts'

interface Order { id: number, item: string, total: number, status: 'placed' | 'cancelled' }

const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
const input = {
  type: 'object',
  properties: {
    item: { type: 'string', minLength: 1, maxLength: 80 }, total: { type: 'integer', minimum: 1, maximum: 9999 }
  },
  required: ['item', 'total']
}
const order = {
  type: 'object',
  properties: { id: { type: 'integer' }, ...input.properties, status: { enum: ['placed', 'cancelled'] } },
  required: ['id', 'item', 'total', 'status']
}

const isPlaced = ({ status }: Order) => status === 'placed'

const orderLinks = defineLinks<Order>(links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListOrders'))
  links.link('invoices', LinkTarget.service('billing', 'ListInvoices', ({ id }) => ({ order: id })))
  links.link('shipments', LinkTarget.service('shipping', 'ListShipments', ({ id }) => ({ order: id })))
  links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id }))).when(isPlaced).danger()
  // The form is billing's. Its policies are evaluated there: the condition is what orders knows.
  links.affordance('bill', LinkTarget.service('billing', 'PutInvoice', ({ id }) => ({ order: id })))
    .when(isPlaced).prefill(({ total }) => ({ amount: total }))
}, { name: 'Order' })

const listLinks = defineLinks<{ orders: Order[] }>(links => {
  links.self(LinkTarget.route('ListOrders'))
  links.items('orders', orderLinks)
  links.affordance('create', LinkTarget.route('CreateOrder'))
}, { name: 'Orders' })

const rootLinks = defineLinks<object>(links => {
  links.link('orders', LinkTarget.route('ListOrders'))
  links.link('invoices', LinkTarget.service('billing', 'ListInvoices'))
  links.link('shipments', LinkTarget.service('shipping', 'ListShipments'))
}, { name: 'Root' })

export interface AppOptions extends FastifyServerOptions {
  db?: Database
  urls?: Urls
}

/** Returns the orders service, which does not listen yet. */
export async function buildApp ({ db = NO_DATABASE, urls, ...options }: AppOptions = {}) {
  const app = Fastify(options)
  await app.register(hyper, placed('orders', urls))
  const find = async (id: number) => (await db.query<Order>('select * from orders where id = $1', [id]))[0] ?? null
  const resource = ({ params }: { params: unknown }) => find((params as { id: number }).id)

  app.get('/', { config: { hyper: { name: 'GetRoot', links: rootLinks } } }, () => ({}))
  app.get('/orders', {
    schema: { response: { 200: { type: 'object', properties: { orders: { type: 'array', items: order } } } } },
    config: { hyper: { name: 'ListOrders', links: listLinks } }
  }, async () => ({ orders: await db.query('select * from orders order by id desc limit 20') }))
  app.post('/orders', {
    schema: { body: input, response: { 201: order } },
    config: { hyper: { name: 'CreateOrder', links: orderLinks } }
  }, async (request, reply) => {
    const { item, total } = request.body as Order
    const sql = 'insert into orders (item, total) values ($1, $2) returning *'
    const [created] = await db.query<Order>(sql, [item, total])
    const location = app.hyper.href(LinkTarget.route('GetOrder', { id: created!.id }), request)
    return reply.code(201).header('location', location).send(created)
  })
  app.get('/orders/:id', {
    schema: { params, response: { 200: order } }, config: { hyper: { name: 'GetOrder', links: orderLinks, resource } }
  }, request => resourceOf<Order>(request))
  app.post('/orders/:id/cancel', {
    schema: { params, response: { 200: order } },
    config: { hyper: { name: 'CancelOrder', links: orderLinks, resource } }
  }, async request => {
    const { id } = resourceOf<Order>(request)
    return (await db.query<Order>("update orders set status = 'cancelled' where id = $1 returning *", [id]))[0]
  })
  return app
}
