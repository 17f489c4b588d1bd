import halson from 'halson'
import { pageLinks, pageOf } from '../orders.js'
import { serveByHand } from './by-hand.js'
import { halResource } from './halson.js'

/** Peer: Fastify and halson, with the envelope of our pages. */
export default store => serveByHand(store, {
  mediaType: 'application/hal+json; charset=utf-8',
  represent: halResource,
  representList (orders, base) {
    const page = pageOf(store, orders)
    return Object.entries(pageLinks(page, base))
      .reduce((resource, [relation, { href }]) => resource.addLink(relation, href), halson(page))
  }
})
