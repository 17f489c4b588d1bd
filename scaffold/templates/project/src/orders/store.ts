import type { Order, OrderInput, OrderStatus } from './schema.ts'

/** The version counts the changes: it is the entity tag. The response schema omits it. */
export interface StoredOrder extends Order {
  readonly version: number
}

export interface OrderSearch {
  /** What the item contains, in any case. */
  readonly q?: string
  readonly status?: OrderStatus
  readonly page: number
  readonly pageSize: number
}

/** Stores orders. test/order-store.test.ts has what every store does. */
export interface OrderStore {
  find (id: number): Promise<StoredOrder | null>
  /** Returns one page of the orders that match, by number, and the number of all that match. */
  search (search: OrderSearch): Promise<{ items: StoredOrder[], totalCount: number }>
  create (input: OrderInput): Promise<StoredOrder>
  /** Changes an order, unless another request has changed it since it was read: then it returns null. */
  change (order: StoredOrder, changes: Partial<Omit<Order, 'id'>>): Promise<StoredOrder | null>
}
