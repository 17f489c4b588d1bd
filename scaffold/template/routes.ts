import { defineRoutes } from 'fastify-hyper'

/** The routes of this API: a link to a route that was renamed, or without a value for its path, does not compile. */
export const Routes = defineRoutes({
  GetRoot: 'GET /',
  ListOrders: 'GET /orders',
  CreateOrder: 'POST /orders',
  GetOrderById: 'GET /orders/:id(^\\d+$)',
  CancelOrder: 'POST /orders/:id/cancel'
})
