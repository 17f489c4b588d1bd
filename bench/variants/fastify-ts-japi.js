import japi from 'ts-japi'
import { BASE } from '../orders.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

const self = order => `${BASE}/orders/${encodeURIComponent(order.id)}`

// Its linkers know one link of a resource, `self`: the others are metadata. It sees no request, so the base is fixed.
const serializer = new japi.Serializer('orders', {
  linkers: { resource: new japi.Linker(self) },
  metaizers: {
    resource: new japi.Metaizer(order => order.status === 'Pending'
      ? { collection: `${BASE}/orders`, cancel: `${self(order)}/cancel` }
      : { collection: `${BASE}/orders` })
  }
})

/** Peer: Fastify and ts-japi (JSON:API). */
export default async function (store) {
  const app = createApp()
  addRoutes(app, {
    list: () => serializer.serialize(store.all),
    one: request => serializer.serialize(store.get(request.params.id))
  })
  return serverOf(app)
}
