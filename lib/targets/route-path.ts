// The path of a route for a target's values: path parameters first, other values as the query string.
import type { RouteValues, RouteValuesOf } from '../../types/targets.ts'
import { ignoreRejections, isPromise } from '../async/promises.ts'
import type { TargetParts } from '../declare/target.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { queryString } from '../url/query.ts'

/** Returns the path, query and template variables included; null if the values do not fit the route. */
export function routePath (parts: TargetParts, route: NamedRoute, resource: unknown): string | null {
  const values = valuesOf(parts.values, resource)
  if (parts.kind === 'route-template') return values === null ? null : route.template(values) ?? unfit(values)
  const path = pathWithQuery(values => route.pattern.path(values), values, route.pattern.parameters)
  if (path === null || parts.query === undefined) return path
  const given = valuesOf(parts.query, resource)
  const query = given === null ? null : queryString(given, []) ?? unfit(given)
  if (query === null || query === '') return query === null ? null : path
  return path + (path.includes('?') ? '&' : '?') + query
}

/** Adds the values that are no path parameters as a query string. */
export function pathWithQuery (
  path: (values: RouteValues) => string | null, values: RouteValues | null, parameters: readonly string[]
): string | null {
  if (values === null) return null
  const url = path(values)
  if (url === null) return unfit(values)
  if (hasOnly(values, parameters)) return url
  const query = queryString(values, parameters)
  if (query === '') return url
  return query === null ? unfit(values) : `${url}?${query}`
}

/** Ignores the rejections of promises among values that do not fit. Returns null. */
export function unfit (values: RouteValues): null {
  ignoreRejections(values)
  return null
}

// The common case, without an array of keys.
function hasOnly (values: RouteValues, parameters: readonly string[]): boolean {
  for (const name in values) if (!parameters.includes(name)) return false
  return true
}

const NO_VALUES: RouteValues = Object.freeze({})

/** A function of a target that returns values for a resource. */
export type ReadValues = (resource: unknown) => RouteValues | undefined

/** The values of a target for a resource; null for a promise, because a path is made synchronously. */
export function valuesOf (values: RouteValuesOf<never> | undefined, resource: unknown): RouteValues | null {
  return typeof values === 'function' ? readValues(values as ReadValues, resource) : values ?? NO_VALUES
}

/** Calls a function of values; null if it returns a promise. */
export function readValues (read: ReadValues, resource: unknown): RouteValues | null {
  const values = read(resource) ?? NO_VALUES
  return isPromise(values) ? unfit(values) : values
}
