import { pageSchema } from '../orders.js'
import { href, linkedPage, serveByHand } from './by-hand.js'
import { itemOf } from './fastify.js'
import { handSchema } from './hand.js'

const _links = { type: 'object', properties: { self: href, first: href, prev: href, next: href, last: href } }

/** A page by hand, with a full response schema. */
export default store => {
  const schema = handSchema(store)
  return serveByHand(store, {
    schema,
    listSchema: pageSchema(itemOf(schema), { _links }),
    representList: (orders, base) => linkedPage(store, orders, base)
  })
}
