// The path of a route for a target's values: path parameters first, other values as the query string.
import type { RouteValues, RouteValuesOf } from '../../types/targets.ts'
import { ignoreRejections, isPromise } from '../async/promises.ts'
import type { TargetParts } from '../declare/target.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { queryString } from '../url/query.ts'

/** Returns the path, query and template variables included; null if the values do not fit the route. */
export function routePath (parts: TargetParts, route: NamedRoute, resource: unknown): string | null {
  const values = valuesOf(parts.values, resource)
  if (values === null) return null
  if (parts.kind === 'route-template') return route.template(values) ?? unfit(values)
  const path = withQuery(route.pattern.path(values), values, route.pattern.parameters)
  if (path === null || parts.query === undefined) return path
  const given = valuesOf(parts.query, resource)
  return given === null ? null : withQuery(path, given, [])
}

/** Adds the values that are no path parameters to a path. Returns null if they or the path do not fit. */
export function withQuery (path: string | null, values: RouteValues, parameters: readonly string[]): string | null {
  const query = path === null ? null : queryString(values, parameters)
  if (path === null || query === null) return unfit(values)
  return query === '' ? path : path + (path.includes('?') ? '&' : '?') + query
}

/** Ignores the rejections of promises among values that do not fit. Returns null. */
export function unfit (values: RouteValues): null {
  ignoreRejections(values)
  return null
}

export const NO_VALUES: RouteValues = Object.freeze({})

/** A function of a target that returns values for a resource. */
export type ReadValues = (resource: unknown) => RouteValues | undefined

/** The values of a target for a resource; null for a promise, because a path is made synchronously. */
export function valuesOf (values: RouteValuesOf<never> | undefined, resource: unknown): RouteValues | null {
  const read = typeof values === 'function' ? (values as ReadValues)(resource) : values
  return isPromise(read) ? unfit(read) : read ?? NO_VALUES
}
