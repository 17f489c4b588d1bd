import type { FastifyInstance } from 'fastify'
import { routesOf, type DeclaredRoute } from '../fastify/routes.ts'

/**
 * Returns the routes with `config.hyper` that were declared before the plugin is loaded in a scope
 * (`app.register(hyper)` without await), and therefore never reach its hooks.
 */
export function earlyRoutes (scope: FastifyInstance): DeclaredRoute[] {
  const isAffected = ({ server, config: { hyper } }: DeclaredRoute) =>
    hyper !== undefined && (server === scope || Object.prototype.isPrototypeOf.call(scope, server))
  return routesOf(scope).filter(isAffected)
}
