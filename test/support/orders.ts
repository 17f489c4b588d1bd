import type { FastifyInstance } from 'fastify'
import { defineLinks, LinkTarget } from '../../lib/index.ts'
import type { HyperRouteOptions } from '../../types/route-options.ts'

export type OrderStatus = 'Pending' | 'Shipped' | 'Cancelled'

/** The order that most tables speak of: links `self` and `collection`, `cancel` while it is pending. */
export class Order {
  readonly id: number
  readonly status: OrderStatus

  constructor (id: number, status: OrderStatus = 'Pending') {
    this.id = id
    this.status = status
  }
}

export const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrderById', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListOrders'))
  links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
    .when(order => order.status === 'Pending')
})

/** The routes that `orderLinks` links to. */
export function orderRoutes (app: FastifyInstance, config: HyperRouteOptions = { links: true }): void {
  app.get('/orders/:id', { config: { hyper: { ...config, name: 'GetOrderById' } } }, async (request, reply) => {
    const { handlerVary } = request.query as { handlerVary?: string }
    if (handlerVary !== undefined) reply.header('Vary', handlerVary)
    return new Order(Number((request.params as { id: string }).id))
  })
  app.get('/orders', { config: { hyper: { ...config, name: 'ListOrders' } } }, async () =>
    [new Order(42), new Order(7, 'Shipped')])
  app.post('/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder' } } }, (_, reply) => reply.code(204).send())
}
