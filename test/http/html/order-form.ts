import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import hyper, { defineLinks, defineRoutes, type HyperOptions } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'

// A shop whose orders have lines, an address, tags, a payment of one of several kinds, and attachments.

export class Order {
  readonly id = 7
  readonly customer = 'Ada Lovelace'
  readonly lines = [{ productId: 'TEA-12', quantity: 2, isGift: true, margin: 'secret' }]
  readonly address = { street: 'St James Square 12', city: 'London' }
  readonly tags = ['urgent', 'fragile']
  readonly payment = { kind: 'bank', iban: 'GB33BUKB20201555555555' }
  readonly extras = { colour: 'blue' }
}

const Routes = defineRoutes({
  GetOrder: 'GET /orders/7',
  PlaceOrder: 'POST /orders',
  EditOrder: 'PUT /orders/7',
  AttachFiles: 'POST /orders/7/files',
  Scan: 'POST /scans'
})

const ADDRESS = {
  type: 'object',
  title: 'Delivery address',
  required: ['street', 'city'],
  properties: {
    street: { type: 'string', minLength: 2, title: 'Street' },
    city: { type: 'string', minLength: 2, title: 'City' },
    country: { type: 'string', minLength: 2, maxLength: 2, title: 'Country', description: 'Two letters: GB' }
  }
}

const LINE = {
  type: 'object',
  title: 'Line',
  required: ['productId', 'quantity'],
  properties: {
    productId: { type: 'string', pattern: '^[A-Z]{3}-\\d+$', examples: ['TEA-12'], title: 'Product' },
    quantity: { type: 'integer', minimum: 1, maximum: 20, title: 'Quantity' },
    isGift: { type: 'boolean', default: false, title: 'Gift' }
  }
}

const PAYMENT = {
  title: 'Payment',
  oneOf: [
    {
      title: 'Card',
      type: 'object',
      required: ['kind', 'number'],
      properties: {
        kind: { const: 'card' },
        number: { type: 'string', minLength: 12, maxLength: 19, title: 'Card number' }
      }
    },
    {
      title: 'Bank transfer',
      type: 'object',
      required: ['kind', 'iban'],
      properties: { kind: { const: 'bank' }, iban: { type: 'string', minLength: 15, title: 'IBAN' } }
    },
    { title: 'Invoice', type: 'object', required: ['kind'], properties: { kind: { const: 'invoice' } } }
  ]
}

export const ORDER_BODY = {
  type: 'object',
  required: ['customer', 'lines', 'address', 'payment'],
  properties: {
    customer: { type: 'string', minLength: 2, title: 'Customer' },
    lines: { type: 'array', minItems: 1, maxItems: 10, items: LINE, title: 'Lines' },
    address: ADDRESS,
    tags: { type: 'array', maxItems: 5, items: { type: 'string', minLength: 2 }, title: 'Tags' },
    payment: PAYMENT,
    extras: { type: 'object', additionalProperties: true, title: 'Extras', description: 'Anything else.' }
  }
}

/** A request as a route got it. */
export interface Received {
  readonly url: string
  readonly body: unknown
}

export interface OrderAppOptions {
  readonly hyper?: HyperOptions
  readonly server?: FastifyServerOptions
  /** Called before the plugins are registered. */
  readonly prepare?: (app: FastifyInstance) => Promise<unknown>
}

/** The shop, and the bodies that its routes received. */
export async function buildOrderForm (
  { hyper: options = {}, server = {}, prepare }: OrderAppOptions = {}
): Promise<{
  app: FastifyInstance
  received: Received[]
}> {
  const app = Fastify(server)
  const received: Received[] = []
  const links = defineLinks(Order, links => {
    links.self(Routes.GetOrder())
    links.affordance('place', Routes.PlaceOrder()).title('Place an order')
    links.affordance('edit', Routes.EditOrder()).title('Edit the order').prefill(order => ({
      ...order, lines: Promise.resolve(order.lines)
    }))
    links.affordance('attach', Routes.AttachFiles()).title('Attach files')
    links.affordance('scan', Routes.Scan()).title('Send a scan')
  })
  await prepare?.(app)
  await app.register(hyper, { links: [links], routes: Routes, ...options })
  await app.register(html, { title: 'Shop' })
  await app.register(multipart, { attachFieldsToBody: 'keyValues' })
  await app.register(hyperExplorer, { prefix: '/explorer' })
  app.get('/orders/7', { config: { hyper: { name: 'GetOrder', links: true } } }, () => new Order())
  app.post('/orders', { schema: { body: ORDER_BODY }, config: { hyper: { name: 'PlaceOrder' } } }, (request, reply) => {
    received.push({ url: request.url, body: request.body })
    return reply.code(201).header('location', '/orders/7').send({})
  })
  app.put('/orders/7', { schema: { body: ORDER_BODY }, config: { hyper: { name: 'EditOrder' } } }, (request, reply) => {
    received.push({ url: request.url, body: request.body })
    return reply.code(204).send()
  })
  const files = {
    type: 'object',
    required: ['photo'],
    properties: {
      note: { type: 'string', title: 'Note' },
      photo: { format: 'binary', contentMediaType: 'image/png', title: 'Photo' },
      papers: { type: 'array', maxItems: 3, items: { format: 'binary' }, title: 'Papers' }
    }
  }
  app.post('/orders/7/files', {
    schema: { body: { content: { 'multipart/form-data': { schema: files } } } },
    config: { hyper: { name: 'AttachFiles' } }
  }, (request, reply) => {
    received.push({ url: request.url, body: request.body })
    return reply.code(204).send()
  })
  const scan = {
    type: 'object',
    required: ['content'],
    properties: { content: { type: 'string', contentEncoding: 'base64', title: 'Scan' } }
  }
  app.post('/scans', { schema: { body: scan }, config: { hyper: { name: 'Scan' } } }, (request, reply) => {
    received.push({ url: request.url, body: request.body })
    return reply.code(204).send()
  })
  return { app, received }
}
