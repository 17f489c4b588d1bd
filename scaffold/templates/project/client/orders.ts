import type { Client } from 'fastify-hyper/client'
import type { Api } from './api.ts'

/** Lists the pending orders. */
export async function pendingOrders (api: Client<Api>): Promise<string[]> {
  const root = await api.start()
  const page = await root.follow('search', { status: 'Pending' })
  const lines: string[] = []
  for await (const { data: { id, item, quantity } } of page.items()) lines.push(`${id}: ${quantity} × ${item}`)
  return lines
}

/** Cancels an order, if the API offers that now. */
export async function cancelOrder (api: Client<Api>, id: number): Promise<string> {
  const root = await api.start()
  for await (const order of (await root.follow('orders')).items()) {
    if (order.data.id !== id) continue
    if (!order.can('cancel')) return `Order ${id} is ${order.data.status}, or needs a token: it cannot be cancelled.`
    const cancelled = await order.act('cancel')
    return `Order ${id} is ${cancelled.data.status}.`
  }
  return `There is no order ${id}.`
}
