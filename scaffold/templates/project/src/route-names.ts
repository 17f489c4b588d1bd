import { defineRoutes, type SignaturesOf } from 'fastify-hyper'

/**
 * The named routes, written by `hyper-api routes`: a link to a renamed route, or without a value for its path,
 * does not compile.
 */
export const Routes = defineRoutes({
  GetRoot: 'GET /',
  Login: 'POST /login',
  ListOrders: 'GET /orders',
  CreateOrder: 'POST /orders',
  GetOrder: 'GET /orders/:id',
  UpdateOrder: 'PUT /orders/:id',
  CancelOrder: 'POST /orders/:id/cancel'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
  interface RouteInputs {
    Login: { name: string, password: string }
    ListOrders: { q: string, status: string, page: number, pageSize: number }
    CreateOrder: { item: string, quantity: number, speed: string }
    UpdateOrder: { item: string, quantity: number, speed: string }
  }
}
