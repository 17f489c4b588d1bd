import type { HTTP } from '@cerbos/http'
import type { BatchPolicy } from 'fastify-hyper'

interface Order {
  readonly id: number
  readonly owner: string
}

/**
 * Whether the policies of Cerbos allow an action on orders. One request has at
 * most 50 resources.
 */
export function allowedAction (
  cerbos: HTTP, action: string
): BatchPolicy<Order> {
  return {
    max: 50,
    many: async ({ user }, orders) => {
      const resources = orders.map(({ id, owner }) =>
        ({ kind: 'order', id: String(id), attr: { owner } }))
      const decision = await cerbos.checkResources({
        principal: { id: user.sub, roles: [...user.roles] },
        resources: resources.map(resource => ({ resource, actions: [action] }))
      })
      return resources.map(resource =>
        decision.isAllowed({ resource, action }) === true)
    }
  }
}
