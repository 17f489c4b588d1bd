import type { RouteSettings } from '../options/route-options.ts'
import type { Environment } from '../targets/environment.ts'
import { checkReturn } from '../resolution/missing-return.ts'

/**
 * Reports callbacks of a route that never return a value (`HYPER020`): without a tag, or with nothing loaded,
 * nobody would notice.
 * @throws FST_ERR_HYPER_INVALID_OPTION in strict mode
 */
export function checkRouteReturns (place: string, settings: RouteSettings, environment: Environment): void {
  const { etag, guard: { resource, preconditions } } = settings
  checkReturn(`${place}, etag`, etag, environment)
  checkReturn(`${place}, resource`, resource?.load, environment)
  checkReturn(`${place}, preconditions, tag`, preconditions?.tag, environment)
}

/**
 * The same for the policies of the app, which would allow nobody.
 * @throws FST_ERR_HYPER_INVALID_OPTION in strict mode
 */
export function checkPolicyReturns (environment: Environment): void {
  for (const [name, policy] of Object.entries(environment.settings.policies)) {
    checkReturn(`fastify-hyper options, policies.${name}`, policy, environment)
  }
}
