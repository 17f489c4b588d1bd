export const STATUSES = ['Pending', 'Shipped', 'Cancelled'] as const
export const SPEEDS = ['Standard', 'Express', 'Overnight'] as const

export interface Order {
  id: number
  status: typeof STATUSES[number]
}

/** The input of a client. It is stored with the order, but not shown. */
export interface OrderInput {
  quantity: number
  speed?: typeof SPEEDS[number]
}

/** Stores orders in memory. Replace it with your database. */
export interface Store {
  get (id: number): Order | undefined
  all (): Order[]
  newest (count: number): Order[]
  create (input: OrderInput): Order
  cancel (order: Order): void
}

export function createStore (): Store {
  const orders = new Map<number, Order>()
  const inputs = new Map<number, OrderInput>()
  for (const order of [
    { id: 7, status: 'Shipped' }, { id: 42, status: 'Pending' }, { id: 99, status: 'Cancelled' }
  ] as const) {
    orders.set(order.id, { ...order })
  }
  let nextId = 100

  return {
    get: id => orders.get(id),
    all: () => [...orders.values()],
    newest: count => [...orders.values()].reverse().slice(0, count),
    create (input) {
      const order: Order = { id: nextId++, status: 'Pending' }
      orders.set(order.id, order)
      inputs.set(order.id, input)
      return order
    },
    cancel (order) {
      order.status = 'Cancelled'
    }
  }
}
