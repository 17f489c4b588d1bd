import { orderSchema } from '../orders.js'
import { serveWithLinks } from './order-links.js'

/** This package: in the default format, or in the one that the Accept header requests. */
export default store => serveWithLinks(store, { schema: orderSchema(store) })
