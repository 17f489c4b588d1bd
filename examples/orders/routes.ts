import { defineRoutes, type SignaturesOf } from 'fastify-hyper'

/** The named routes: a link to a renamed route, or without a value for its path, does not compile. */
export const Routes = defineRoutes({
  GetRoot: 'GET /',
  Login: 'POST /login',
  ListOrders: 'GET /orders',
  SearchOrders: 'GET /orders/search',
  CreateOrder: 'POST /orders',
  GetOrderById: 'GET /orders/:id(^\\d+$)',
  CancelOrder: 'POST /orders/:id/cancel',
  ShipOrder: 'POST /orders/:id/ship'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
}
