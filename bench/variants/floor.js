// The least that a hook of a route does for the same responses: what any plugin costs that leaves handlers and their
// objects as they are.
import { orderSchema } from '../orders.js'
import { baseOf } from './by-hand.js'
import { addRoutes, createApp, itemOf, serverOf } from './fastify.js'

/** A hook for each route: it writes the value by the route's schema, and adds the links to the string. */
export default store => serveWithHooks(store, { listHook: writeList })

/**
 * @param {import('../orders.js').Store} store
 * @param {{ listHook: (item: object) => Function, list?: () => unknown, listSchema?: object }} options `listHook` gets
 * the schema of an order
 */
export function serveWithHooks (store, { listHook, list = () => store.all, listSchema }) {
  const schema = orderSchema(store)
  const hooks = { ListOrders: listHook(itemOf(schema)), GetOrder: writeOne }
  const app = createApp()
  addRoutes(app, {
    list,
    one: request => store.get(request.params.id),
    schema,
    listSchema,
    options: name => ({ preSerialization: hooks[name] })
  })
  return serverOf(app)
}

function writeOne (request, reply, order, done) {
  send(reply, withLinks(reply.serialize(order), order, baseOf(request)))
  done(null, order)
}

function writeList (item) {
  return (request, reply, orders, done) => {
    send(reply, listText(reply, item, orders, baseOf(request)))
    done(null, orders)
  }
}

/** Sends a string in place of what the handler returned; the format depends on the Accept header. */
export function send (reply, json) {
  reply.header('vary', 'Accept')
  reply.serializer(() => json)
}

/** Returns the JSON of a list, each order written by its schema. */
export function listText (reply, item, orders, base) {
  const write = reply.compileSerializationSchema(item)
  let json = ''
  for (const order of orders) json += (json === '' ? '[' : ',') + withLinks(write(order), order, base)
  return json + ']'
}

function withLinks (json, order, base) {
  const self = `${base}/orders/${encodeURIComponent(order.id)}`
  const links = `,"_links":{"self":{"href":"${self}"},"collection":{"href":"${base}/orders"}}`
  const actions = order.status === 'Pending' ? `,"_actions":{"cancel":{"href":"${self}/cancel","method":"POST"}}` : ''
  return `${json.slice(0, -1)}${links}${actions}}`
}
