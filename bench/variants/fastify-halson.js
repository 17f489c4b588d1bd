import { serveByHand } from './by-hand.js'
import { halResource } from './halson.js'

/** Peer: Fastify and halson. */
export default store => serveByHand(store, { mediaType: 'application/hal+json; charset=utf-8', represent: halResource })
