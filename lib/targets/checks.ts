// Compiles fixed targets, and checks them at start. A target that cannot work is omitted.
import type { LinkTarget } from '../../types/targets.ts'
import type { Environment } from '../context/environment.ts'
import type { Condition } from '../declare/declarations.ts'
import { targetParts } from '../declare/target.ts'
import { describe } from '../diagnostics/wording.ts'
import type { GuardSettings } from '../options/route-options.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { type CompiledTarget, compileTarget, neverFits } from './target.ts'
import { missingRoute, whyUnfit } from './why-omitted.ts'

/**
 * Compiles a fixed target. Returns null for one that never works, which is reported: no route has its name
 * (`HYPER001`), or its values do not fit (`HYPER005`).
 * @throws the errors of `compileTarget`; in strict mode FST_ERR_HYPER_UNKNOWN_ROUTE and LinkResolutionError
 */
export function compileFixed (target: LinkTarget, place: string, environment: Environment): CompiledTarget | null {
  const { routes, notices } = environment
  const parts = targetParts(target)
  const compiled = compileTarget(target, environment, place)
  if (compiled === null) {
    notices.report('FST_ERR_HYPER_UNKNOWN_ROUTE', place, () => missingRoute(parts, environment))
  } else if (neverFits(parts, routes)) {
    notices.report('HYPER005', place, () => [whyUnfit(parts, compiled.route!, undefined)])
  } else return compiled
  return null
}

/**
 * Compiles the fixed target of a link, which clients read: reports a route without GET (`HYPER021`).
 * @throws as `compileFixed`; in strict mode FST_ERR_HYPER_INVALID_METHOD
 */
export function compileReadable (target: LinkTarget, place: string, environment: Environment): CompiledTarget | null {
  const compiled = compileFixed(target, place, environment)
  const route = compiled?.route ?? null
  if (route !== null) checkReadable(environment.routes.all(route.name), place, environment)
  return compiled
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
    const open = routes.all(name).find(({ settings }) => !isEnforced(settings.guard, policy))
    if (open === undefined) continue
    const { methods, url, settings: { guard } } = open
    const route = `${methods.join(',')} ${url}`
    notices.report('HYPER015', place, () => [describe(policy), route, enforcing(policy, guard)], `${place} ${policy}`)
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
