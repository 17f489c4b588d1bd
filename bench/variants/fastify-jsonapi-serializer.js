import jsonapi from 'jsonapi-serializer'
import { BASE } from '../orders.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

const self = order => `${BASE}/orders/${encodeURIComponent(order.id)}`

// It sees no request, so the base is fixed.
const serializer = new jsonapi.Serializer('orders', {
  attributes: ['status', 'customer', 'total', 'currency', 'placedAt'],
  keyForAttribute: 'camelCase',
  dataLinks: {
    self,
    collection: () => `${BASE}/orders`,
    cancel: order => order.status === 'Pending' ? `${self(order)}/cancel` : null
  }
})

/** Peer: Fastify and jsonapi-serializer (JSON:API). */
export default async function (store) {
  const app = createApp()
  addRoutes(app, {
    list: () => serializer.serialize(store.all),
    one: request => serializer.serialize(store.get(request.params.id))
  })
  return serverOf(app)
}
