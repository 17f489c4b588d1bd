import { BASE } from '../orders.js'
import { linked } from './by-hand.js'
import { addRoutes, createApp, serverOf } from './fastify.js'

/** The same bytes, written once at start: no program that makes a text can be faster. */
export default store => servePrebuilt(store, text => text)

/**
 * @param {import('../orders.js').Store} store
 * @param {(text: string) => string | Buffer} prepare
 */
export async function servePrebuilt (store, prepare) {
  const orders = store.all.map(order => linked(order, BASE))
  const list = prepare(JSON.stringify(orders))
  const one = prepare(JSON.stringify(orders[0]))
  const send = answer => (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8')
    return answer
  }
  const app = createApp()
  addRoutes(app, { list: send(list), one: send(one) })
  return serverOf(app)
}
