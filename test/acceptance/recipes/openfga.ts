import type { OpenFgaClient } from '@openfga/sdk'
import type { BatchPolicy } from 'fastify-hyper'

interface Order {
  readonly id: number
}

/**
 * Whether the caller has a relation to orders. One request has at most 50
 * checks, and its results are in no order.
 */
export function related (
  fga: OpenFgaClient, relation: string
): BatchPolicy<Order> {
  return {
    max: 50,
    many: async ({ user }, orders) => {
      const checks = orders.map(({ id }) => ({
        user: `user:${user.sub}`,
        relation,
        object: `order:${id}`,
        correlationId: `order-${id}`
      }))
      const { result } = await fga.batchCheck({ checks })
      const allowed = new Map(
        result.map(({ correlationId, allowed }) => [correlationId, allowed])
      )
      return checks.map(({ correlationId }) =>
        allowed.get(correlationId) === true)
    }
  }
}
