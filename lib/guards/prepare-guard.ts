import type { FastifyInstance } from 'fastify'
import type { EntityTagger } from '../../types/route-options.ts'
import type { Environment } from '../context/environment.ts'
import { describe } from '../diagnostics/wording.ts'
import type { Registry } from '../links/registry.ts'
import type { GuardSettings, ResourceSettings } from '../options/guard-options.ts'
import { checkPolicyName, takesResource } from '../policies/policies.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { namedRouteOf, type RouteRecord } from '../routes/route-record.ts'
import { RouteStates } from './route-states.ts'

/** A guarded route, prepared when the app becomes ready. */
export interface Guard {
  readonly place: string
  readonly server: FastifyInstance
  readonly environment: Environment
  readonly policies: readonly string[]
  /** The policies that decide on the caller only. */
  readonly callerPolicies: readonly string[]
  /** The policies that take the resource too. */
  readonly resourcePolicies: readonly string[]
  readonly resource: ResourceSettings | null
  readonly conceal: GuardSettings['conceal']
  /** Null if no configuration declares an action with this route as its target. */
  readonly states: RouteStates | null
  readonly tagOf: EntityTagger | null
  readonly requireIfMatch: boolean
}

/** Whether a route gets a guard. */
export function isGuarded ({ policies, resource }: GuardSettings): boolean {
  return policies.length > 0 || resource !== null
}

/**
 * Prepares the guard of a route.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY; FST_ERR_HYPER_INVALID_OPTION if several configurations could
 * apply to its resource
 */
export function prepareGuard (
  route: RouteRecord, environment: Environment, registry: Registry
): Guard {
  const place = `${route.place}, config.hyper`
  const { policies, resource, conceal, preconditions } = route.settings.guard
  for (const policy of policies) checkPolicy(`${place}, policy`, policy, resource !== null, environment)
  const isOfResource = (policy: string) => resource !== null && takesResource(environment.settings.policies, policy)
  return Object.freeze({
    place,
    server: route.server,
    environment,
    policies,
    callerPolicies: policies.filter(policy => !isOfResource(policy)),
    resourcePolicies: policies.filter(isOfResource),
    resource,
    conceal,
    states: resource === null ? null : statesOf(place, namedRouteOf(route), resource, registry),
    tagOf: preconditions?.tag ?? null,
    requireIfMatch: preconditions?.requireIfMatch ?? false
  })
}

function statesOf (
  place: string, route: NamedRoute | null, { links }: ResourceSettings, registry: Registry
): RouteStates | null {
  if (route === null) return null
  const states = new RouteStates(place, route, registry, links === null ? null : registry.compiledOf(links))
  return states.isEmpty ? null : states
}

function checkPolicy (place: string, policy: string, hasResource: boolean, environment: Environment): void {
  const { settings: { policies }, notices } = environment
  checkPolicyName(place, policy, policies)
  if (hasResource || !takesResource(policies, policy)) return
  const remedy = 'Load one: resource: request => …'
  notices.report('HYPER016', place, () => [describe(policy), remedy], `${place} ${policy}`)
}
