import type { Order } from './schema.ts'
import type { OrderStore, StoredOrder } from './store.ts'

/** Stores orders in memory, for tests. */
export function memoryStore (initial: readonly Order[] = []): OrderStore {
  const orders = new Map(initial.map((order): [number, StoredOrder] => [order.id, { ...order, version: 1 }]))
  let nextId = 100

  return {
    async find (id) {
      return orders.get(id) ?? null
    },

    async search ({ q = '', status, page, pageSize }) {
      const found = [...orders.values()].filter(order =>
        order.item.toLowerCase().includes(q.toLowerCase()) && (status === undefined || order.status === status))
      return { items: found.slice((page - 1) * pageSize, page * pageSize), totalCount: found.length }
    },

    async create (input) {
      const order: StoredOrder = { id: nextId++, status: 'Pending', ...input, version: 1 }
      orders.set(order.id, order)
      return order
    },

    async change ({ id, version }, changes) {
      const order = orders.get(id)
      if (order?.version !== version) return null
      const changed = { ...order, ...changes, version: version + 1 }
      orders.set(id, changed)
      return changed
    }
  }
}
