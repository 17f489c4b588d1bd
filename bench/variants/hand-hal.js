import { linkedOrderSchema } from '../orders.js'
import { linksSchema, serveByHand } from './by-hand.js'

/** HAL by hand, with a full response schema; it has no actions. */
export default store => serveByHand(store, {
  mediaType: 'application/hal+json; charset=utf-8',
  schema: linkedOrderSchema(store, { _links: linksSchema }),
  represent: (order, base) => ({
    ...order,
    _links: { self: { href: `${base}/orders/${encodeURIComponent(order.id)}` }, collection: { href: `${base}/orders` } }
  })
})
