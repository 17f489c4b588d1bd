import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget, resourceOf } from 'fastify-hyper'
import { placed } from './catalogs.ts'
import { NO_DATABASE } from './database.ts'
import type { AppOptions } from './orders.ts'

/** The shipment of an order has its number. */
interface Shipment { id: number, address: string, status: 'packed' | 'delivered' }

const params = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] }
const input = {
  type: 'object', properties: { address: { type: 'string', minLength: 1, maxLength: 200 } }, required: ['address']
}
const shipment = {
  type: 'object',
  properties: { id: { type: 'integer' }, ...input.properties, status: { enum: ['packed', 'delivered'] } },
  required: ['id', 'address', 'status']
}

const shipmentLinks = defineLinks<Shipment>(links => {
  links.self(LinkTarget.route('GetShipment', ({ id }) => ({ order: id })))
  links.link('order', LinkTarget.service('orders', 'GetOrder', ({ id }) => ({ id })))
  links.link('invoice', LinkTarget.service('billing', 'GetInvoice', ({ id }) => ({ order: id })))
  links.affordance('deliver', LinkTarget.route('DeliverShipment', ({ id }) => ({ order: id })))
    .when(({ status }) => status === 'packed', 'It is delivered.')
}, { name: 'Shipment' })

const listLinks = defineLinks<{ shipments: Shipment[] }>(links => {
  links.items('shipments', shipmentLinks)
  links.link('orders', LinkTarget.service('orders', 'ListOrders'))
}, { name: 'Shipments' })

/** Returns the shipping service, which does not listen yet. */
export async function buildApp ({ db = NO_DATABASE, urls, ...options }: AppOptions = {}) {
  const app = Fastify(options)
  await app.register(hyper, placed('shipping', urls))
  const find = async (id: number) =>
    (await db.query<Shipment>('select * from shipments where id = $1', [id]))[0] ?? null
  const resource = ({ params }: { params: unknown }) => find((params as { order: number }).order)

  app.get('/shipments', {
    schema: {
      querystring: { type: 'object', properties: { order: { type: 'integer' } } },
      response: { 200: { type: 'object', properties: { shipments: { type: 'array', items: shipment } } } }
    },
    config: { hyper: { name: 'ListShipments', links: listLinks } }
  }, async request => {
    const { order = null } = request.query as { order?: number }
    const sql = 'select * from shipments where $1::int is null or id = $1 order by id desc limit 20'
    return { shipments: await db.query(sql, [order]) }
  })
  app.get('/shipments/:order', {
    schema: { params, response: { 200: shipment } },
    config: { hyper: { name: 'GetShipment', links: shipmentLinks, resource } }
  }, request => resourceOf<Shipment>(request))
  // Idempotent: the first address counts.
  app.put('/shipments/:order', {
    schema: { params, body: input, response: { 200: shipment }, summary: 'Ship the order' },
    config: { hyper: { name: 'PutShipment', links: shipmentLinks, resource: false } }
  }, async request => {
    const { order } = request.params as { order: number }
    const { address } = request.body as { address: string }
    await db.query('insert into shipments (id, address) values ($1, $2) on conflict do nothing', [order, address])
    return find(order)
  })
  app.post('/shipments/:order/deliver', {
    schema: { params, response: { 200: shipment } },
    config: { hyper: { name: 'DeliverShipment', links: shipmentLinks, resource } }
  }, async request => {
    const { id } = resourceOf<Shipment>(request)
    return (await db.query<Shipment>("update shipments set status = 'delivered' where id = $1 returning *", [id]))[0]
  })
  return app
}
