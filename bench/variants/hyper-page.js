import { orderSchema, pageNumbers, pageSchema } from '../orders.js'
import { offsetPage } from '../subject.js'
import { itemOf } from './fastify.js'
import { serveWithLinks } from './order-links.js'

/** This package: a page of orders. */
export default store => {
  const schema = orderSchema(store)
  return serveWithLinks(store, {
    schema, listSchema: pageSchema(itemOf(schema)), list: () => offsetPage(store.all, pageNumbers(store))
  })
}
