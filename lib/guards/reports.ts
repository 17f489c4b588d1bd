// Mistakes in what guards routes, found when the app becomes ready.
import type { FastifyInstance } from 'fastify'
import type { Policies } from '../../types/policies.ts'
import type { Environment } from '../context/environment.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { outerScope } from '../fastify/internals.ts'
import { declaredPlace, type DeclaredRoute, routesOf } from '../fastify/routes.ts'
import { isSafe } from '../http/methods.ts'
import type { CompiledAction } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { GuardSettings } from '../options/route-options.ts'
import { checkPolicyName } from '../policies/policies.ts'

/**
 * Checks that the plugin sees each route that declares a guard, when the app becomes ready:
 * not those outside of its scope.
 * @throws FST_ERR_HYPER_NOT_REGISTERED
 */
export function checkGuarded (app: FastifyInstance): void {
  // All routes are in the scope of the root, whose prototype is no instance. Finding them takes long.
  if (!('route' in outerScope(app)!)) return
  for (const route of routesOf(app)) if (!route.server.hasDecorator('hyper')) failGuarded(route)
}

/** Fails for a route that declares a guard, and that the plugin does not see. @throws FST_ERR_HYPER_NOT_REGISTERED */
export function failGuarded (route: DeclaredRoute): void {
  const key = guardKey(route.config.hyper)
  if (key !== undefined) {
    fail('FST_ERR_HYPER_NOT_REGISTERED', `${declaredPlace(route)}, config.hyper, ${key}`, 'a guard')
  }
}

/**
 * Returns which option of a route declares a guard; undefined for none. Without the plugin,
 * the options are not checked.
 */
export function guardKey (hyper: unknown): 'policy' | 'resource' | undefined {
  const { policy, resource } = (hyper ?? {}) as { policy?: unknown, resource?: unknown }
  if (policy !== undefined && policy !== null && [policy].flat().length > 0) return 'policy'
  if (resource === undefined || resource === null || resource === false) return undefined
  return 'resource'
}

/** Checks the policies in the option `enforcedElsewhere` of a route. @throws FST_ERR_HYPER_UNKNOWN_POLICY */
export function checkElsewhere (place: string, { enforcedElsewhere }: GuardSettings, policies: Policies): void {
  if (enforcedElsewhere === 'all') return
  for (const policy of enforcedElsewhere) checkPolicyName(`${place}, enforcedElsewhere`, policy, policies)
}

/**
 * Reports the actions with a `.when` condition whose routes check no state (`HYPER034`), once for the app: clients can
 * send the requests also where they are not offered. Requests that only read change no state.
 */
export function reportUncheckedStates (registry: Pick<Registry, 'all'>, { routes, notices }: Environment): void {
  const unchecked = [...registry.all].flatMap(({ subject, actions }) => actions.flatMap(action => {
    const request = uncheckedRequest(action, routes)
    if (request === null) return []
    return [`action ${describe(action.name)} of ${describe(subject)}: ${request}`]
  }))
  if (unchecked.length > 0) notices.report('HYPER034', 'actions', () => [unchecked.length, unchecked.join('; ')])
}

function uncheckedRequest ({ state }: CompiledAction, routes: Environment['routes']): string | null {
  if (state === null || state.always) return null
  for (const route of routes.all(state.routeName)) {
    const method = route.methodFor(state.method)
    if (method !== null && !isSafe(method) && !route.settings.guard.checksState) return `${method} ${route.url}`
  }
  return null
}
