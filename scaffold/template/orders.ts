import type { FastifyInstance } from 'fastify'
import { defineLinks, problem } from 'fastify-hyper'
import { Routes } from './routes.ts'
import { SPEEDS, STATUSES, type Order, type OrderInput } from './store.ts'

/** The representation of an order. */
export const orderSchema = {
  $id: 'Order',
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer' },
    status: { type: 'string', enum: STATUSES }
  }
}

const orderInput = {
  type: 'object',
  properties: {
    quantity: { type: 'integer', minimum: 1, maximum: 100, default: 1, title: 'Quantity' },
    speed: { type: 'string', enum: SPEEDS, title: 'Delivery' }
  }
}

/** The links and actions of an order. Handlers return the order without them. */
export const orderLinks = defineLinks<Order>(orderSchema, links => {
  links.self(Routes.GetOrderById(order => ({ id: order.id })))
  links.link('collection', Routes.ListOrders())
  links.affordance('cancel', Routes.CancelOrder(order => ({ id: order.id })))
    .when(order => order.status === 'Pending')
})

export async function orders (app: FastifyInstance): Promise<void> {
  app.get('/orders', {
    schema: { summary: 'List the orders', response: { 200: { type: 'array', items: { $ref: 'Order#' } } } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, () => app.store.all())

  app.get<{ Params: { id: string } }>('/orders/:id(^\\d+$)', {
    schema: { summary: 'Read an order', response: { 200: { $ref: 'Order#' } } },
    config: { hyper: { name: 'GetOrderById', links: true } }
  }, request => find(app, request.params.id) ?? notFound(request.params.id))

  app.post<{ Body: OrderInput }>('/orders', {
    schema: { summary: 'Place an order', body: orderInput, response: { 201: { $ref: 'Order#' } } },
    config: { hyper: { name: 'CreateOrder', links: true } }
  }, (request, reply) => {
    const order = app.store.create(request.body)
    const location = app.hyper.href(Routes.GetOrderById({ id: order.id }), request)
    return reply.code(201).header('location', location).send(order)
  })

  app.post<{ Params: { id: string } }>('/orders/:id/cancel', {
    config: { hyper: { name: 'CancelOrder' } }
  }, (request, reply) => {
    const order = find(app, request.params.id)
    if (order === undefined) return notFound(request.params.id)
    if (!app.store.cancel(order)) {
      return problem({ status: 409, detail: `Order ${order.id} is ${order.status}: only pending orders can be cancelled.` })
    }
    return reply.code(204).send()
  })
}

function find (app: FastifyInstance, id: string): Order | undefined {
  return /^\d+$/.test(id) ? app.store.get(Number(id)) : undefined
}

function notFound (id: string) {
  return problem({ status: 404, detail: `There is no order ${id}.` })
}
