import type { FastifyInstance } from 'fastify'
import { type DeclaredRoute, eachRoute } from './internals.ts'

export type { DeclaredRoute }

/**
 * Returns the routes of a whole app for some methods, in any scope: those that were declared so far,
 * in the order of the router.
 */
export function routesOf (app: FastifyInstance, methods: Iterable<string> = app.supportedMethods): DeclaredRoute[] {
  const found = new Set<DeclaredRoute>()
  for (const method of methods) eachRoute(app, method, route => { found.add(route) })
  return [...found]
}

/** Returns a route as messages name it: `route GET /orders`. */
export function routePlace (method: string | readonly string[], url: string): string {
  return `route ${[method].flat().join(',')} ${url}`
}

/** The same of a declared route. */
export function declaredPlace ({ config: { method, url } }: DeclaredRoute): string {
  return routePlace(method, url)
}

/** Whether documents omit a route, by the schema that @fastify/swagger reads. */
export function isHidden (schema: unknown): boolean {
  const { hide, tags } = (schema ?? {}) as { hide?: unknown, tags?: unknown }
  return hide === true || (Array.isArray(tags) && tags.includes('X-HIDDEN'))
}
