import { linkedPage, serveByHand } from './by-hand.js'

/** A page by hand; JSON.stringify writes the items and the links. */
export default store => serveByHand(store, {
  representList: (orders, base) => linkedPage(store, orders, base)
})
