// Links as they are written by hand: the handler maps its orders to new objects, with absolute and encoded hrefs.
import { addRoutes, createApp, serverOf } from './fastify.js'

const href = { type: 'object', properties: { href: { type: 'string' } } }

/** The response schema of `_links`. */
export const linksSchema = { type: 'object', properties: { self: href, collection: href } }

/** An order in the default format. */
export function linked (order, base) {
  const self = `${base}/orders/${encodeURIComponent(order.id)}`
  const _links = { self: { href: self }, collection: { href: `${base}/orders` } }
  return order.status === 'Pending'
    ? { ...order, _links, _actions: { cancel: { href: `${self}/cancel`, method: 'POST' } } }
    : { ...order, _links }
}

/**
 * @param {import('../orders.js').Store} store
 * @param {{ schema?: object, represent?: (order: import('../orders.js').Order, base: string) => object, mediaType?: string }} options
 * `mediaType` where it is not the JSON that Fastify says by itself
 */
export function serveByHand (store, { schema, represent = linked, mediaType }) {
  const app = createApp()
  addRoutes(app, {
    list: request => {
      const base = baseOf(request)
      return store.all.map(order => represent(order, base))
    },
    one: (request, reply) => {
      if (mediaType !== undefined) reply.header('content-type', mediaType)
      return represent(store.get(request.params.id), baseOf(request))
    },
    schema
  })
  return serverOf(app)
}

function baseOf (request) {
  return `${request.protocol}://${request.host}`
}
