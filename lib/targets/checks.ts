// Checks of fixed targets. A target that cannot work is omitted.
import type { Environment } from '../context/environment.ts'
import type { Condition } from '../declare/declarations.ts'
import type { TargetParts } from '../declare/target.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import type { GuardSettings } from '../options/guard-options.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { constantFault, rivalsFault, serviceFault } from './faults.ts'

/**
 * Reports a fixed target whose route does not exist (`HYPER001`).
 * @throws FST_ERR_HYPER_UNKNOWN_ROUTE in strict mode
 */
export function reportMissingRoute (
  parts: TargetParts, place: string, { settings, routes, notices }: Environment
): void {
  const { reference } = parts
  const remedy = () => serviceFault(parts, settings, routes) ?? catalogFault(String(reference), settings) ??
    suggestion(String(reference), routes.names) +
    ' Name the route with config.hyper.name, schema.operationId or a route catalog.'
  notices.report('FST_ERR_HYPER_UNKNOWN_ROUTE', place, () => [describe(reference), remedy()])
}

// The option `routes` has the name, but names no route: the app has none with its method and path.
function catalogFault (name: string, { routes }: Environment['settings']): string | null {
  const entry = Object.values(routes).find(entry => entry.name === name)
  if (entry === undefined) return null
  return ` The route catalog in the option routes has it as ${entry.method} ${entry.url}, and the app has no such ` +
    'route. Correct the method or the path, or write the catalog anew with hyper-api routes.'
}

/**
 * Reports a fixed target whose name several routes have, equally near to the route that sends the link (`HYPER001`).
 * @throws FST_ERR_HYPER_DUPLICATE_ROUTE in strict mode
 */
export function reportRivals (
  rivals: readonly NamedRoute[], place: string, sender: string, { notices }: Environment
): void {
  notices.report('FST_ERR_HYPER_DUPLICATE_ROUTE', place, () => [describe(rivals[0]!.name), rivalsFault(rivals, sender)])
}

/**
 * Reports a link to a route that clients cannot read (`HYPER021`).
 * @param routes the versions of the route
 * @throws FST_ERR_HYPER_INVALID_METHOD in strict mode
 */
export function checkReadable (routes: readonly NamedRoute[], place: string, { notices }: Environment): void {
  if (routes.some(route => route.isReadable)) return
  const { name, methods } = routes[0]!
  notices.report('HYPER021', place, () => [describe(name), methods.join(', ')])
}

/**
 * Reports policies of a link or an action that its target does not enforce (`HYPER015`): the link is hidden,
 * and the route is open.
 * @param name of the route of its fixed target
 * @throws FST_ERR_HYPER_INVALID_OPTION in strict mode
 */
export function checkEnforced (
  conditions: readonly Condition[], name: string, place: string, { routes, notices }: Environment
): void {
  for (const condition of conditions) {
    if (condition.kind !== 'policy') continue
    const { policy } = condition
    const open = routes.all(name).find(({ guard }) => !isEnforced(guard, policy))
    if (open === undefined) continue
    notices.report('HYPER015', place, () =>
      [describe(policy), `${open.methods.join(',')} ${open.url}`, enforcing(policy, open.guard)], `${place} ${policy}`)
  }
}

function isEnforced ({ policies, enforcedElsewhere }: GuardSettings, policy: string): boolean {
  return policies.includes(policy) || enforcedElsewhere === 'all' || enforcedElsewhere.includes(policy)
}

// A route with a policy of its own keeps it.
function enforcing (policy: string, { policies }: GuardSettings): string {
  const elsewhere = policies.length === 0 ? 'policy: false' : `enforcedElsewhere: ${describe(policy)}`
  return `add policy: ${describe(policy)} to its config.hyper, or ${elsewhere} if the app enforces it elsewhere.`
}

/**
 * Reports a fixed target whose values never fit its route (`HYPER005`). Returns null,
 * because its link is always omitted.
 * @throws FST_ERR_HYPER_INVALID_TARGET in strict mode
 */
export function reportUnfit (
  parts: TargetParts, place: string, { routes, notices }: Environment
): null {
  notices.report('FST_ERR_HYPER_INVALID_TARGET', place, () =>
    [`the route ${describe(parts.reference)} with these values`, `The reason: ${constantFault(parts, routes)}.`])
  return null
}
