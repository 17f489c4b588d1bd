// What every variant serves: the same orders, the same routes, the same links.

/** The origin that every client requests, so that hrefs do not depend on the port of a server. */
export const HOST = 'orders.test'
export const BASE = `http://${HOST}`

/** How many orders a response has; 1 is one order by itself, larger sizes are arrays. */
export const SIZES = [1, 10, 100, 1000, 10_000]

const STATUSES = ['Pending', 'Shipped', 'Pending', 'Cancelled']

const CUSTOMERS = ['Ada Lovelace', 'Grace Hopper', 'Zoe Mueller', 'Lukasz Sliwinski', 'Hanako Yamada']
// One character beyond Latin-1 makes all of a JavaScript string two bytes wide, and one beyond ASCII has to be encoded
// where it is sent: that slows down whoever sends one long string. So these are measured beside the names in ASCII.
const WIDE_CUSTOMERS = ['Ada Lovelace', 'Grace Hopper', 'Zoë Müller', 'Łukasz Śliwiński', '山田 花子']

/**
 * @typedef {{ sku: string, quantity: number }} Item
 * @typedef {{ id: number, status: string, customer: string, total: number, currency: string, placedAt: string,
 * items?: Item[] }} Order
 * @typedef {{ all: Order[], get: (id: string) => Order | undefined, fields: object }} Store `fields`: the schemas of an
 * order's properties
 */

/**
 * Orders in memory; half of them are pending, the first one too.
 * @param {number} count
 * @param {{ wide?: boolean, nested?: boolean }} [options] `wide`: some names have characters beyond Latin-1;
 * `nested`: each order has an array of items
 * @returns {Store}
 */
export function createStore (count, { wide = false, nested = false } = {}) {
  const customers = wide ? WIDE_CUSTOMERS : CUSTOMERS
  const create = nested ? createNestedOrder : createOrder
  const all = Array.from({ length: count }, (_, index) => create(index, customers))
  const byId = new Map(all.map(order => [order.id, order]))
  return { all, get: id => byId.get(Number(id)), fields: nested ? { ...fields, items } : fields }
}

// One to three items.
function createNestedOrder (index, customers) {
  const items = Array.from(
    { length: 1 + index % 3 },
    (_, item) => ({ sku: `SKU-${1000 + (index * 7 + item) % 500}`, quantity: 1 + (index + item) % 4 })
  )
  return { ...createOrder(index, customers), items }
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

/**
 * The path of the response with so many orders.
 * @param {number} size
 * @param {{ page?: boolean }} [fixture]
 */
export function pathOf (size, { page = false } = {}) {
  if (page) return `/orders?page=${PAGE}&pageSize=${size}`
  return size === 1 ? '/orders/1000' : '/orders'
}

// Every page is this one of so many: it has all links.
const PAGE = 2
const PAGES = 10

/** The numbers of a page that holds the whole store. */
export function pageNumbers ({ all }) {
  return { page: PAGE, pageSize: all.length, totalCount: PAGES * all.length }
}

/** Such a page by hand, with other items: the members that `offsetPage` writes, in its order. */
export function pageOf (store, items) {
  return { items, ...pageNumbers(store), totalPages: PAGES }
}

/** The links of such a page. */
export function pageLinks ({ page, pageSize }, base) {
  const to = number => ({ href: `${base}/orders?page=${number}&pageSize=${pageSize}` })
  return { self: to(page), first: to(1), prev: to(page - 1), next: to(page + 1), last: to(PAGES) }
}

const fields = {
  id: { type: 'integer' },
  status: { type: 'string' },
  customer: { type: 'string' },
  total: { type: 'integer' },
  currency: { type: 'string' },
  placedAt: { type: 'string' }
}

const items = {
  type: 'array',
  items: { type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'integer' } } }
}

/** The response schema of the orders of a store. */
export function orderSchema ({ fields }) {
  return { $id: 'Order', type: 'object', properties: fields }
}

/** The response schema of an order whose handler writes hypermedia: the fields, then these members. */
export function linkedOrderSchema ({ fields }, members) {
  return { $id: 'LinkedOrder', type: 'object', properties: { ...fields, ...members } }
}

/**
 * The response schema of a page.
 * @param {object} item of an item
 * @param {object} [members] that the handler writes
 */
export function pageSchema (item, members = {}) {
  const integer = { type: 'integer' }
  const properties = {
    items: { type: 'array', items: item },
    page: integer,
    pageSize: integer,
    totalCount: integer,
    totalPages: integer,
    ...members
  }
  return { type: 'object', properties }
}
