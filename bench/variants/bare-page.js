import { orderSchema, pageOf, pageSchema } from '../orders.js'
import { addRoutes, createApp, itemOf, serverOf } from './fastify.js'

/** A page without links; fast-json-stringify writes it. */
export default async function (store) {
  const app = createApp()
  const schema = orderSchema(store)
  addRoutes(app, {
    list: () => pageOf(store, store.all),
    one: request => store.get(request.params.id),
    schema,
    listSchema: pageSchema(itemOf(schema))
  })
  return serverOf(app)
}
