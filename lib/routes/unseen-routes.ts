import type { RouteEntry } from '../../types/routes.ts'
import { declaredPlace, type DeclaredRoute } from '../fastify/routes.ts'

/**
 * Why links cannot name a route that the app has: the plugin was loaded after it, or in a scope beside it. Null if no
 * route has the name.
 * @param routes all routes of the app
 * @param entry what a route catalog has under the name
 */
export function whyUnseen (routes: readonly DeclaredRoute[], name: string, entry?: RouteEntry): string | null {
  const route = routes.find(route => hasName(route, name, entry))
  if (route === undefined) return null
  let reason = 'is outside of the scope in which fastify-hyper is registered'
  let remedy = 'Register it in a scope that contains both.'
  if (route.server.hasDecorator('hyper')) {
    reason = 'was declared before fastify-hyper was loaded'
    remedy = 'Write: await app.register(hyper), before the routes.'
  }
  return ` The ${declaredPlace(route)} has this name, but it ${reason}, so links do not know it. ${remedy}`
}

// As the plugin names the routes that it sees.
function hasName ({ config, schema }: DeclaredRoute, name: string, entry?: RouteEntry): boolean {
  const { hyper, method, url } = config
  const own = (hyper as { name?: unknown } | null | undefined)?.name ||
    (schema as { operationId?: unknown } | undefined)?.operationId
  if (own) return own === name
  return entry?.url === url && [method].flat().includes(entry.method)
}
