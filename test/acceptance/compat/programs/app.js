// An API that uses what the package has: guards, forms, entity tags, pages of lists, HTML, tools for
// agents, an explorer.
import Fastify from 'fastify'
import {
  defineLinks, hyperOptionsHandler, hyperPlugin, LinkTarget, offsetPage, pageQuery, problem, resourceOf
} from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'

const STATUSES = ['Pending', 'Shipped', 'Cancelled']

class Order {
  constructor (id, status = 'Pending', note = '') {
    this.id = id
    this.status = status
    this.note = note
    this.version = 1
    this.secret = 'hidden'
  }
}

const orderSchema = {
  $id: 'Order',
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'integer' }, status: { type: 'string', enum: STATUSES }, note: { type: 'string' } }
}

const noteSchema = { type: 'object', properties: { note: { type: 'string', maxLength: 20, title: 'Note' } } }

const nextLinks = defineLinks(orderSchema, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
})

const orderLinks = defineLinks(Order, links => {
  const id = order => ({ id: order.id })
  links.self(LinkTarget.route('GetOrder', id))
  links.link('collection', LinkTarget.route('ListOrders')).title('All orders')
  links.affordance('annotate', LinkTarget.route('AnnotateOrder', id))
  links.affordance('cancel', LinkTarget.route('CancelOrder', id)).when(order => order.status === 'Pending')
  links.embed('next', async (order, { server }) => server.orders.get(order.id + 1) ?? null, nextLinks)
})

const rootLinks = defineLinks(links => {
  links.self(LinkTarget.route('GetRoot'))
  links.link('orders', LinkTarget.route('ListOrders'))
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
})

const policies = { clerk: request => request.headers.authorization === 'Bearer clerk' }

function orders (app) {
  const resource = ({ params }) => app.orders.get(Number(params.id))
  const etag = order => `v${order.version}`
  app.get('/', { config: { hyper: { name: 'GetRoot', links: rootLinks } } }, async () => ({ name: 'Orders' }))
  app.get('/orders', {
    schema: { querystring: pageQuery({ status: { type: 'string', enum: STATUSES } }) },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, async ({ query: { page, pageSize, status } }) => {
    const found = [...app.orders.values()].filter(order => status === undefined || order.status === status)
    return offsetPage(found.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, totalCount: found.length })
  })
  app.get('/orders/:id', {
    schema: { response: { 200: { $ref: 'Order#' } } },
    config: { hyper: { name: 'GetOrder', links: true, resource, etag } }
  }, async request => resourceOf(request))
  app.patch('/orders/:id', {
    schema: { body: noteSchema, response: { 200: { $ref: 'Order#' } } },
    config: {
      hyper: { name: 'AnnotateOrder', links: true, resource, etag, formInput: true, preconditions: { tag: etag } }
    }
  }, async request => {
    const order = resourceOf(request)
    order.version++
    return Object.assign(order, request.body)
  })
  app.post('/orders/:id/cancel', {
    config: { hyper: { name: 'CancelOrder', resource, policy: 'clerk' } }
  }, async (request, reply) => {
    const order = resourceOf(request)
    if (order.status !== 'Pending') return problem({ status: 409, detail: 'The order is not pending.' })
    order.status = 'Cancelled'
    order.version++
    return reply.code(204).send()
  })
}

/** Returns the API, which does not listen yet. @param server options of Fastify @param options options of the plugin */
export async function buildApp (server = {}, options = {}) {
  const app = Fastify(server)
  app.decorate('orders', new Map(STATUSES.map((status, index) => [index + 1, new Order(index + 1, status)])))
  app.addSchema(orderSchema)
  await app.register(hyperOptionsHandler)
  await app.register(hyperPlugin, { links: [orderLinks, rootLinks], policies, emitLinkHeader: true, ...options })
  await app.register(html, { title: 'Orders' })
  orders(app)
  await app.register(mcp, { prefix: '/mcp', name: 'orders' })
  await app.register(hyperExplorer, { prefix: '/explorer', enabled: true })
  return app
}
