import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defineLinks, resourceOf } from 'fastify-hyper'
import { Routes } from './routes.ts'
import { type Order, type OrderInput, SPEEDS, STATUSES } from './store.ts'

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

type OrderRequest = FastifyRequest<{ Params: { id: string } }>

export async function orders (app: FastifyInstance): Promise<void> {
  // 404 if there is no such order, and 409 if its state does not allow the action of the route.
  const resource = ({ params: { id } }: OrderRequest) => /^\d+$/.test(id) ? app.store.get(Number(id)) : null

  app.get('/orders', {
    schema: { summary: 'List the orders', response: { 200: { type: 'array', items: { $ref: 'Order#' } } } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, () => app.store.all())

  app.get('/orders/:id(^\\d+$)', {
    schema: { summary: 'Read an order', response: { 200: { $ref: 'Order#' } } },
    config: { hyper: { name: 'GetOrderById', links: true, resource } }
  }, request => resourceOf<Order>(request))

  app.post<{ Body: OrderInput }>('/orders', {
    schema: { summary: 'Place an order', body: orderInput, response: { 201: { $ref: 'Order#' } } },
    config: { hyper: { name: 'CreateOrder', links: true } }
  }, (request, reply) => {
    const order = app.store.create(request.body)
    const location = app.hyper.href(Routes.GetOrderById({ id: order.id }), request)
    return reply.code(201).header('location', location).send(order)
  })

  app.post('/orders/:id/cancel', {
    config: { hyper: { name: 'CancelOrder', resource } }
  }, (request, reply) => {
    app.store.cancel(resourceOf<Order>(request))
    return reply.code(204).send()
  })
}
