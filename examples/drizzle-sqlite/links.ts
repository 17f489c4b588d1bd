import { Type } from '@sinclair/typebox'
import { defineLinks, defineRoutes } from 'fastify-hyper'
import { canMove, transitions } from './machine.ts'
import { orderSchema } from './order.ts'

export const Routes = defineRoutes({
  GetRoot: 'GET /',
  ListOrders: 'GET /orders',
  PlaceOrder: 'POST /orders',
  GetOrder: 'GET /orders/:id',
  SetAddress: 'PUT /orders/:id/address',
  PayOrder: 'POST /orders/:id/pay',
  ShipOrder: 'POST /orders/:id/ship',
  CancelOrder: 'POST /orders/:id/cancel'
})

export const rootSchema = Type.Object({ name: Type.String() })

export const rootLinks = defineLinks(rootSchema, links => {
  links.self(Routes.GetRoot())
  links.link('orders', Routes.ListOrders())
  links.affordance('place', Routes.PlaceOrder())
})

/** An order is a row of the table: this configuration applies wherever a response schema contains `orderSchema`. */
export const orderLinks = defineLinks(orderSchema, links => {
  links.self(Routes.GetOrder(({ id }) => ({ id })))
  links.link('collection', Routes.ListOrders())
  for (const { action, route, when } of transitions) {
    links.affordance(action, Routes[route](({ id }) => ({ id }))).when(when)
  }
  links.affordance('setAddress', Routes.SetAddress(({ id }) => ({ id }))).when(canMove)
    .prefill(({ address }) => ({ address }))
})
