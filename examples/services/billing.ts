import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget, resourceOf } from 'fastify-hyper'
import { placed } from './catalogs.ts'
import { NO_DATABASE } from './database.ts'
import type { AppOptions } from './orders.ts'

/** The invoice of an order has its number. */
interface Invoice { id: number, amount: number, status: 'unpaid' | 'paid' }

const params = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] }
const input = {
  type: 'object', properties: { amount: { type: 'integer', minimum: 1, maximum: 9999 } }, required: ['amount']
}
const invoice = {
  type: 'object',
  properties: { id: { type: 'integer' }, ...input.properties, status: { enum: ['unpaid', 'paid'] } },
  required: ['id', 'amount', 'status']
}

const invoiceLinks = defineLinks<Invoice>(links => {
  links.self(LinkTarget.route('GetInvoice', ({ id }) => ({ order: id })))
  links.link('order', LinkTarget.service('orders', 'GetOrder', ({ id }) => ({ id })))
  links.affordance('pay', LinkTarget.route('PayInvoice', ({ id }) => ({ order: id })))
    .when(({ status }) => status === 'unpaid', 'It is paid.')
  links.affordance('ship', LinkTarget.service('shipping', 'PutShipment', ({ id }) => ({ order: id })))
    .when(({ status }) => status === 'paid')
}, { name: 'Invoice' })

const listLinks = defineLinks<{ invoices: Invoice[] }>(links => {
  links.items('invoices', invoiceLinks)
  links.link('orders', LinkTarget.service('orders', 'ListOrders'))
}, { name: 'Invoices' })

/** Returns the billing service, which does not listen yet. */
export async function buildApp ({ db = NO_DATABASE, urls, ...options }: AppOptions = {}) {
  const app = Fastify(options)
  await app.register(hyper, placed('billing', urls))
  const find = async (id: number) => (await db.query<Invoice>('select * from invoices where id = $1', [id]))[0] ?? null
  const resource = ({ params }: { params: unknown }) => find((params as { order: number }).order)

  app.get('/invoices', {
    schema: {
      querystring: { type: 'object', properties: { order: { type: 'integer' } } },
      response: { 200: { type: 'object', properties: { invoices: { type: 'array', items: invoice } } } }
    },
    config: { hyper: { name: 'ListInvoices', links: listLinks } }
  }, async request => {
    const { order = null } = request.query as { order?: number }
    const sql = 'select * from invoices where $1::int is null or id = $1 order by id desc limit 20'
    return { invoices: await db.query(sql, [order]) }
  })
  app.get('/invoices/:order', {
    schema: { params, response: { 200: invoice } },
    config: { hyper: { name: 'GetInvoice', links: invoiceLinks, resource } }
  }, request => resourceOf<Invoice>(request))
  // Idempotent: the first amount counts.
  app.put('/invoices/:order', {
    schema: { params, body: input, response: { 200: invoice }, summary: 'Send an invoice' },
    config: { hyper: { name: 'PutInvoice', links: invoiceLinks, resource: false } }
  }, async request => {
    const { order } = request.params as { order: number }
    const { amount } = request.body as { amount: number }
    await db.query('insert into invoices (id, amount) values ($1, $2) on conflict do nothing', [order, amount])
    return find(order)
  })
  app.post('/invoices/:order/pay', {
    schema: { params, response: { 200: invoice } },
    config: { hyper: { name: 'PayInvoice', links: invoiceLinks, resource } }
  }, async request => {
    const { id } = resourceOf<Invoice>(request)
    return (await db.query<Invoice>("update invoices set status = 'paid' where id = $1 returning *", [id]))[0]
  })
  return app
}
