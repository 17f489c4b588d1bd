import type { FastifyInstance } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { routeFields } from '../lib/forms/fields/route-fields.ts'
import { hypermediaRoutes, PathRoutes } from '../lib/routes/path-routes.ts'

/** Returns the HAL-FORMS properties of the query of a GET route, by its path; an empty list for other paths. */
export type SearchFields = (path: string) => readonly unknown[]

/**
 * Reads the fields of searches from the query schemas of the app's hypermedia routes.
 * @param app an app that is ready
 */
export function searchFieldsOf (app: FastifyInstance): SearchFields {
  if (!app.hasDecorator('hyper')) return () => []
  const table = environmentOf(app)?.routes
  if (table === undefined) return () => []
  const isKnown = hypermediaRoutes(table)
  const routes = PathRoutes.of(app)
  const known = new WeakMap<DeclaredRoute, readonly unknown[]>()
  return path => {
    const route = routes.find('GET', path)
    if (route === null || !isKnown(route, 'GET')) return []
    const fields = known.get(route) ?? routeFields(route, 'GET')
    known.set(route, fields)
    return fields
  }
}

/**
 * Returns a path as the app sees it, if a proxy adds or removes a prefix; null if the path is not below it.
 *
 * @param seen the folder of the explorer as the browser sees it
 * @param own the same folder as the app sees it
 */
export function pathInApp (path: string, seen: string, own: string): string | null {
  const [before, ownBefore] = withoutCommonEnd(seen, own)
  return path.startsWith(before) ? ownBefore + path.slice(before.length) : null
}

// By segments: '/public/api/explorer/' and '/api/explorer/' differ by '/public/' and '/'.
function withoutCommonEnd (a: string, b: string): [string, string] {
  const [left, right] = [a.split('/'), b.split('/')]
  while (left.length > 2 && right.length > 2 && left.at(-2) === right.at(-2)) {
    left.splice(-2, 1)
    right.splice(-2, 1)
  }
  return [left.join('/'), right.join('/')]
}
