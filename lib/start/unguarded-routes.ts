import type { FastifyInstance } from 'fastify'
import { fail } from '../errors.ts'
import { declaredPlace, routesOf, type DeclaredRoute } from '../fastify/routes.ts'

/**
 * Checks that the plugin sees each route that declares a guard, when the app becomes ready: not those outside of its scope.
 * @throws FST_ERR_HYPER_NOT_REGISTERED
 */
export function checkGuarded (app: FastifyInstance): void {
  for (const route of routesOf(app)) if (!route.server.hasDecorator('hyper')) failGuarded(route)
}

/** Fails for a route that declares a guard, and that the plugin does not see. @throws FST_ERR_HYPER_NOT_REGISTERED */
export function failGuarded (route: DeclaredRoute): void {
  const key = guardKey(route.config.hyper)
  if (key !== undefined) fail('FST_ERR_HYPER_NOT_REGISTERED', `${declaredPlace(route)}, config.hyper, ${key}`, 'a guard')
}

/** Returns which option of a route declares a guard; undefined for none. Without the plugin, the options are not checked. */
export function guardKey (hyper: unknown): 'policy' | 'resource' | undefined {
  const { policy, resource } = (hyper ?? {}) as { policy?: unknown, resource?: unknown }
  if (policy !== undefined && policy !== null && [policy].flat().length > 0) return 'policy'
  return resource === undefined || resource === null || resource === false ? undefined : 'resource'
}
