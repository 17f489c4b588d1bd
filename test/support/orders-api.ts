import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import type { SchemaTransform } from '../../lib/index.ts'
import type { Dialect } from './dialects.ts'

type Package = typeof import('../../lib/index.ts')

export interface OrdersApi {
  readonly dialect: Dialect
  /** The package: its source, or as it is published. */
  readonly hyper: Package
  /** The transform of @fastify/swagger; undefined for a document without the plugin. */
  readonly transform?: SchemaTransform | undefined
  readonly version?: string
}

interface Order {
  id: number
  status: 'Pending' | 'Cancelled'
  note: string
}

/** An app as teams write it: pages with search, a state machine, entity tags, and problem documents. */
export async function ordersApi ({
  dialect, hyper: { default: hyper, defineLinks, LinkTarget, offsetPage, problem }, transform, version = '3.1.0'
}: OrdersApi): Promise<FastifyInstance> {
  const app = Fastify()
  dialect.prepare(app)
  await app.register(swagger, {
    ...dialect.swagger,
    openapi: { openapi: version, info: { title: 'Orders', version: '1.0.0' } },
    transform: transform as never,
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`
    }
  })
  const { integer, text, object, listOf, choice } = dialect
  const root = dialect.named(app, 'Root', { name: text, version: text })
  const order = dialect.named(app, 'Order', { id: integer, status: choice('Pending', 'Cancelled'), note: text })
  const page = dialect.named(app, 'OrderPage', {
    items: listOf(order.use), page: integer, pageSize: integer, totalCount: integer, totalPages: integer
  })
  const fault = dialect.named(app, 'Problem', { type: text, title: text, status: integer, detail: text })

  const orderLinks = defineLinks<Order>(order.type, links => {
    links.self(LinkTarget.route('ReadOrder', ({ id }) => ({ id })))
    links.link('collection', LinkTarget.route('ListOrders'))
    links.affordance('replace', LinkTarget.route('ReplaceOrder', ({ id }) => ({ id }))).when(isPending)
    links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id }))).when(isPending)
  })
  const rootLinks = defineLinks(root.type, links => {
    links.self(LinkTarget.route('ReadRoot'))
    links.link('orders', LinkTarget.route('ListOrders'))
    links.affordance('create', LinkTarget.route('CreateOrder'))
  })
  await app.register(hyper, { links: [rootLinks, orderLinks], mode: 'strict', hrefs: 'path' })

  const orders: Order[] = [{ id: 1, status: 'Pending', note: 'Ring twice' }, { id: 2, status: 'Cancelled', note: '' }]
  const problemOf = (description: string) =>
    ({ description, content: { 'application/problem+json': { schema: fault.use } } })
  const invalid = { 400: problemOf('The input is not valid.') }
  const missing = { 404: problemOf('There is no such order.') }
  const params = object({ id: dialect.text })
  const input = object({ note: text, quantity: integer })
  const find = (request: { params: unknown }) =>
    orders.find(({ id }) => id === Number((request.params as { id: string }).id))
  const absent = () => problem({ status: 404, detail: 'There is no such order.' })

  app.get('/', {
    schema: { summary: 'Start here', tags: ['meta'], response: { 200: root.use } },
    config: { hyper: { name: 'ReadRoot', links: true } }
  }, () => ({ name: 'Orders', version: '1' }))
  app.get(
    '/health',
    {
      schema: {
        summary: 'Whether the server is up',
        tags: ['meta'],
        response: { 200: object({ status: text, uptime: integer }) }
      }
    },
    () => ({ status: 'up', uptime: 1 })
  )
  app.get('/orders', {
    schema: {
      summary: 'Search orders',
      tags: ['orders'],
      querystring: dialect.search(['q', 'status', 'page', 'pageSize', 'sort']),
      response: { 200: page.use, ...invalid }
    },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, () => offsetPage(orders, { page: 1, pageSize: 10, totalCount: 2 }))
  app.post('/orders', {
    schema: {
      summary: 'Place an order',
      tags: ['orders'],
      body: input,
      response: { 201: dialect.withLocation(order.use), ...invalid }
    },
    config: { hyper: { name: 'CreateOrder', links: true } }
  }, (_request, reply) => reply.code(201).header('location', '/orders/1').send(orders[0]))
  app.get('/orders/:id', {
    schema: { summary: 'Read an order', tags: ['orders'], params, response: { 200: order.use, ...missing } },
    config: { hyper: { name: 'ReadOrder', links: true } }
  }, request => find(request) ?? absent())
  app.put('/orders/:id', {
    schema: {
      summary: 'Replace an order',
      tags: ['orders'],
      params,
      body: input,
      response: { 200: order.use, ...invalid, ...missing, 409: problemOf('The order is not pending.') }
    },
    config: { hyper: { name: 'ReplaceOrder', links: true } }
  }, request => find(request) ?? absent())
  app.post('/orders/:id/cancel', {
    schema: {
      summary: 'Cancel an order',
      tags: ['orders'],
      params,
      response: { 200: order.use, ...missing, 409: problemOf('The order is not pending.') }
    },
    config: { hyper: { name: 'CancelOrder', links: true } }
  }, request => find(request) ?? absent())
  await app.ready()
  return app
}

function isPending ({ status }: Order): boolean {
  return status === 'Pending'
}
