import type { TargetParts } from '../declare/target.ts'
import { fail } from '../errors.ts'
import { describe } from '../diagnostics/wording.ts'
import type { NamedRoute } from '../routes/named-routes.ts'
import type { Environment } from './resolution.ts'
import { constantFault } from './target.ts'

// What start-up can find out about targets. Strict mode fails the start.

/**
 * Reports a link to a route that clients cannot read (`HYPER021`).
 * @param routes the versions of the route
 * @throws FST_ERR_HYPER_INVALID_METHOD in strict mode
 */
export function checkReadable (routes: readonly NamedRoute[], place: string, { settings, notices }: Environment): void {
  if (routes.some(route => route.isReadable)) return
  const { name, methods } = routes[0]!
  const remedy = `The route ${describe(name)} has only ${methods.join(', ')}: declare an action with links.affordance, or link to a route with GET.`
  if (settings.strict) fail('FST_ERR_HYPER_INVALID_METHOD', place, describe('GET'), remedy)
  notices.warn('HYPER021', place, () => [remedy])
}

/**
 * Reports a fixed target whose values never fit its route (`HYPER005`); null, as it is always omitted.
 * @throws FST_ERR_HYPER_INVALID_TARGET in strict mode
 */
export function hopeless (parts: TargetParts, place: string, { settings, routes, notices }: Environment, named = 'the link'): null {
  const fault = constantFault(parts, routes)
  if (settings.strict) fail('FST_ERR_HYPER_INVALID_TARGET', place, `the route ${describe(parts.reference)} with these values`, `The reason: ${fault}.`)
  notices.warn('HYPER005', place, () => [named, fault])
  return null
}
