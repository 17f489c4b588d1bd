import type { FastifyInstance } from 'fastify'
import { routesOf } from './declared-routes.ts'

/**
 * The routes with `config.hyper` that the plugin, being loaded in this scope, comes too late for:
 * they were declared before (`app.register(hyper)` without await) and never reach its hooks.
 */
export function earlyRoutes (scope: FastifyInstance): string[] {
  const early = routesOf(scope)
    // The HEAD twin of a GET route is not worth a second word.
    .filter(route => route.options.config?.hyper !== undefined && route.options.method !== 'HEAD')
    .filter(route => route.scope === scope || Object.prototype.isPrototypeOf.call(scope, route.scope))
  return [...new Set(early.map(route => route.place))]
}
