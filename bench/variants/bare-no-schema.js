import { addRoutes, createApp, serverOf } from './fastify.js'

/** No links at all; JSON.stringify writes the orders. */
export default async function (store) {
  const app = createApp()
  addRoutes(app, { list: () => store.all, one: request => store.get(request.params.id) })
  return serverOf(app)
}
