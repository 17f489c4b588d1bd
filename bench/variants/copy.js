import { addRoutes, createApp, serverOf } from './fastify.js'

const links = {
  self: (order, base) => `${base}/orders/${encodeURIComponent(order.id)}`,
  collection: (_order, base) => `${base}/orders`
}
const actions = {
  cancel: {
    method: 'POST',
    when: order => order.status === 'Pending',
    href: (order, base) => `${base}/orders/${encodeURIComponent(order.id)}/cancel`
  }
}

/** The obvious plugin: a hook copies each value with the declared links added, and JSON.stringify writes the copy. */
export default async function (store) {
  const app = createApp()
  app.addHook('preSerialization', (request, _reply, value, done) => {
    const base = `${request.protocol}://${request.host}`
    done(null, Array.isArray(value) ? value.map(element => copyWithLinks(element, base)) : copyWithLinks(value, base))
  })
  addRoutes(app, { list: () => store.all, one: request => store.get(request.params.id) })
  return serverOf(app)
}

function copyWithLinks (value, base) {
  const copy = { ...value, _links: {} }
  for (const [relation, href] of Object.entries(links)) copy._links[relation] = { href: href(value, base) }
  for (const [name, { method, when, href }] of Object.entries(actions)) {
    if (when(value)) copy._actions = { ...copy._actions, [name]: { href: href(value, base), method } }
  }
  return copy
}
