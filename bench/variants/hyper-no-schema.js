import { linksByRoute, serveWithLinks } from './order-links.js'

/** This package on routes without response schemas: JSON.stringify writes the orders. */
export default store => serveWithLinks(store, { links: linksByRoute })
