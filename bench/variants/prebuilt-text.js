import { BASE } from '../orders.js'
import { linked, linkedPage } from './by-hand.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

/** The same bytes, written once at start: no program that makes a string can be faster. */
export default store => servePrebuilt(store, json => json)

/**
 * @param {import('../orders.js').Store} store
 * @param {(json: string) => string | Buffer} prepare
 * @param {boolean} [isPage] whether the list is a page
 */
export async function servePrebuilt (store, prepare, isPage = false) {
  const orders = store.all.map(order => linked(order, BASE))
  const list = prepare(JSON.stringify(isPage ? linkedPage(store, orders, BASE) : orders))
  const one = prepare(JSON.stringify(orders[0]))
  const send = response => (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8')
    return response
  }
  const app = createApp()
  addRoutes(app, { list: send(list), one: send(one) })
  return serverOf(app)
}
