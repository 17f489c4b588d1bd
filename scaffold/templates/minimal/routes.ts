import { defineRoutes, type SignaturesOf } from 'fastify-hyper'

/**
 * The named routes, written by `hyper-api routes`: a link to a renamed route, or without a value for its path,
 * does not compile.
 */
export const Routes = defineRoutes({
  GetRoot: 'GET /',
  ListOrders: 'GET /orders',
  GetOrderById: 'GET /orders/:id(^\\d+$)',
  CreateOrder: 'POST /orders',
  CancelOrder: 'POST /orders/:id/cancel'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
  interface RouteInputs {
    CreateOrder: { quantity: number, speed: string }
  }
}
