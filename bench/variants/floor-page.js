import { pageLinks, pageOf, pageSchema } from '../orders.js'
import { baseOf } from './by-hand.js'
import { listText, send, serveWithHooks } from './floor.js'

/** The least for a page: the items by the schema of an order, the numbers by JSON.stringify. */
export default store => serveWithHooks(store, {
  list: () => pageOf(store, store.all),
  listSchema: pageSchema({ $ref: 'Order#' }),
  listHook: item => (request, reply, page, done) => {
    const base = baseOf(request)
    const { items, ...numbers } = page
    const members = JSON.stringify({ ...numbers, _links: pageLinks(page, base) })
    send(reply, `{"items":${listText(reply, item, items, base)},${members.slice(1)}`)
    done(null, page)
  }
})
