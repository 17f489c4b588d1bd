import { orderSchema } from '../orders.js'
import { serveWithLinks } from './order-links.js'

const body = {
  type: 'object',
  required: ['reason'],
  properties: {
    reason: { type: 'string', title: 'Reason', enum: ['Mistake', 'Delay', 'Price'] },
    note: { type: 'string', title: 'Note', maxLength: 200 }
  }
}

/** This package with an input for `cancel`: in HAL-FORMS a form that is the same for every order. */
export default store => serveWithLinks(store, { schema: orderSchema(store), cancel: { schema: { body } } })
