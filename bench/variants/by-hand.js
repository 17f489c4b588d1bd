// Links as they are written by hand: the handler maps its orders to new objects, with absolute and encoded hrefs.
import { pageLinks, pageOf } from '../orders.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

/** The response schema of a link. */
export const href = { type: 'object', properties: { href: { type: 'string' } } }

/** The response schema of `_links`. */
export const linksSchema = { type: 'object', properties: { self: href, collection: href } }

/** The items as a page in the default format. */
export function linkedPage (store, items, base) {
  const page = pageOf(store, items)
  return { ...page, _links: pageLinks(page, base) }
}

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
 * @param {{
 *   schema?: object,
 *   listSchema?: object,
 *   represent?: (order: import('../orders.js').Order, base: string) => object,
 *   representList?: (orders: object[], base: string) => unknown,
 *   mediaType?: string
 * }} options `mediaType` unless it is the media type that Fastify sets itself
 */
export function serveByHand (
  store, { schema, listSchema, represent = linked, representList = orders => orders, mediaType }
) {
  const app = createApp()
  addRoutes(app, {
    list: request => {
      const base = baseOf(request)
      return representList(store.all.map(order => represent(order, base)), base)
    },
    one: (request, reply) => {
      if (mediaType !== undefined) reply.header('content-type', mediaType)
      return represent(store.get(request.params.id), baseOf(request))
    },
    schema,
    listSchema
  })
  return serverOf(app)
}

/** The origin of a request's URL. */
export function baseOf (request) {
  return `${request.protocol}://${request.host}`
}
