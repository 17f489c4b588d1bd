// The links of an order as this package declares them.
import { defineLinks, hyper, LinkTarget } from '../subject.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

const id = order => ({ id: order.id })

function declare (links) {
  links.self(LinkTarget.route('GetOrder', id))
  links.link('collection', LinkTarget.route('ListOrders'))
  links.affordance('cancel', LinkTarget.route('CancelOrder', id)).when(order => order.status === 'Pending')
}

// Applies to the responses whose response schema is that of an order.
const linksBySchema = defineLinks('Order', declare)

/** Applies where a route is bound to it. */
export const linksByRoute = defineLinks(declare)

/**
 * Orders with their links: the handlers return what the store has.
 * @param {import('../orders.js').Store} store
 * @param {{ schema?: object, listSchema?: object, links?: unknown, etag?: (value: unknown) => string, cancel?: object,
 * list?: () => unknown }} options `cancel` has more options of the route that cancels an order
 */
export async function serveWithLinks (
  store, { schema, listSchema, links = true, etag, cancel = {}, list = () => store.all }
) {
  const app = createApp()
  await app.register(hyper, { links: [linksBySchema] })
  addRoutes(app, {
    list,
    one: request => store.get(request.params.id),
    schema,
    listSchema,
    options: name => name === 'CancelOrder'
      ? { ...cancel, config: { hyper: { name } } }
      : { config: { hyper: { name, links, ...(etag === undefined ? {} : { etag }) } } }
  })
  return serverOf(app)
}
