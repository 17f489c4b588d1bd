import { orderSchema } from '../orders.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

/** No links at all; fast-json-stringify writes the orders. */
export default async function (store) {
  const app = createApp()
  addBareRoutes(app, store)
  return serverOf(app)
}

export function addBareRoutes (app, store) {
  addRoutes(app, { list: () => store.all, one: request => store.get(request.params.id), schema: orderSchema(store) })
}
