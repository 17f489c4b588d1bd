import { serveByHand } from './by-hand.js'
import { handSchema } from './hand.js'

/**
 * By hand, with every field named: V8 of Node 20 makes such an object more than ten times as fast as one that is
 * spread and then gets members of its own. It has to be kept in step with the type.
 */
export default store => serveByHand(store, { schema: handSchema(store), represent: listed })

function listed ({ id, status, customer, total, currency, placedAt }, base) {
  const self = `${base}/orders/${encodeURIComponent(id)}`
  const _links = { self: { href: self }, collection: { href: `${base}/orders` } }
  return status === 'Pending'
    ? {
        id,
        status,
        customer,
        total,
        currency,
        placedAt,
        _links,
        _actions: { cancel: { href: `${self}/cancel`, method: 'POST' } }
      }
    : { id, status, customer, total, currency, placedAt, _links }
}
