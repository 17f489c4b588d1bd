import { defineRoutes, type SignaturesOf } from 'fastify-hyper'

export const Routes = defineRoutes({
  Root: 'GET /',
  GetMe: 'GET /me',
  ReplaceMe: 'PUT /me',
  Login: 'POST /auth/login',
  ListCustomers: 'GET /customers',
  GetCustomer: 'GET /customers/:id',
  CreateCustomer: 'POST /customers',
  GetProduct: 'GET /products/:code',
  ListOrders: 'GET /orders',
  CreateOrder: 'POST /orders',
  GetOrder: 'GET /orders/:id',
  UpdateOrder: 'PATCH /orders/:id',
  DeleteOrder: 'DELETE /orders/:id',
  CancelOrder: 'POST /orders/:orderId/cancel',
  ListLines: 'GET /orders/:orderId/lines',
  CreateLine: 'POST /orders/:orderId/lines',
  GetLine: 'GET /orders/:orderId/lines/:number'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
}
