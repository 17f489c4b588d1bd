import { orderSchema } from '../orders.js'
import { serveWithLinks } from './order-links.js'

/** This package with an entity tag on every response. */
export default store => serveWithLinks(store, { schema: orderSchema(store), etag: () => 'v1' })
