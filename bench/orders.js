// What every variant serves: the same orders, the same routes, the same links.

/** The origin that every client asks for, so that hrefs do not depend on the port of a server. */
export const HOST = 'orders.test'
export const BASE = `http://${HOST}`

/** How many orders an answer has; 1 is one order by itself, the rest are arrays. */
export const SIZES = [1, 10, 100, 1000, 10_000]

const STATUSES = ['Pending', 'Shipped', 'Pending', 'Cancelled']

// One character beyond Latin-1 makes all of a JavaScript string two bytes wide, and one beyond ASCII has to be encoded
// where it is sent. Answers of real APIs have both somewhere, so that texts in ASCII alone would flatter whoever makes one.
const CUSTOMERS = ['Ada Lovelace', 'Grace Hopper', 'Zoë Müller', 'Łukasz Śliwiński', '山田 花子']
const ASCII_CUSTOMERS = ['Ada Lovelace', 'Grace Hopper', 'Zoe Mueller', 'Lukasz Sliwinski', 'Hanako Yamada']

/**
 * @typedef {{ id: number, status: string, customer: string, total: number, currency: string, placedAt: string }} Order
 * @typedef {{ all: Order[], get: (id: string) => Order | undefined }} Store
 */

/**
 * Orders in memory; half of them are pending, the first one too.
 * @param {number} count
 * @param {{ ascii?: boolean }} [options] `ascii`: no name has a character beyond ASCII
 * @returns {Store}
 */
export function createStore (count, { ascii = false } = {}) {
  const customers = ascii ? ASCII_CUSTOMERS : CUSTOMERS
  const all = Array.from({ length: count }, (_, index) => createOrder(index, customers))
  const byId = new Map(all.map(order => [order.id, order]))
  return { all, get: id => byId.get(Number(id)) }
}

function createOrder (index, customers) {
  return {
    id: 1000 + index,
    status: STATUSES[index % STATUSES.length],
    customer: customers[index % customers.length],
    total: 1999 + (index * 37) % 5000,
    currency: 'EUR',
    placedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  }
}

/** The path of the answer with so many orders. */
export function pathOf (size) {
  return size === 1 ? '/orders/1000' : '/orders'
}

const fields = {
  id: { type: 'integer' },
  status: { type: 'string' },
  customer: { type: 'string' },
  total: { type: 'integer' },
  currency: { type: 'string' },
  placedAt: { type: 'string' }
}

/** The response schema of an order. */
export const orderSchema = { $id: 'Order', type: 'object', properties: fields }

/** The response schema of an order whose handler writes hypermedia: the fields, then these members. */
export function linkedOrderSchema (members) {
  return { $id: 'LinkedOrder', type: 'object', properties: { ...fields, ...members } }
}
