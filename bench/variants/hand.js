import { linkedOrderSchema } from '../orders.js'
import { linksSchema, serveByHand } from './by-hand.js'

const action = { type: 'object', properties: { href: { type: 'string' }, method: { type: 'string' } } }

/** The response schema of an order in the default format. */
export function handSchema (store) {
  return linkedOrderSchema(store, { _links: linksSchema, _actions: { type: 'object', properties: { cancel: action } } })
}

/**
 * By hand, and a full response schema: fast-json-stringify writes orders and links. What this package is compared with.
 */
export default store => serveByHand(store, { schema: handSchema(store) })
