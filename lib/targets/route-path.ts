// The path of a route for a target's values: path parameters first, other values as the query string.
import type { RouteValues, RouteValuesOf } from '../../types/targets.ts'
import { handled, ignoreRejections } from '../async/promises.ts'
import type { TargetParts } from '../declare/target.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { queryString } from '../url/query.ts'

/** Returns the path, query and template variables included; null if the values do not fit the route. */
export function routePath (parts: TargetParts, route: NamedRoute, resource: unknown): string | null {
  const values = valuesOf(parts.values, resource)
  if (values === null) return null
  if (parts.kind === 'route-template') return fitting(values, values => route.template(values))
  const { pattern } = route
  const path = fitting(values, values => withQuery(pattern.path(values), values, pattern.parameters))
  if (path === null || parts.query === undefined) return path
  const given = valuesOf(parts.query, resource)
  if (given === null) return null
  return fitting(given, given => withQuery(path, given, []))
}

// Makes a URL of values. Ignores the rejections of promises among values that do not fit.
function fitting (values: RouteValues, make: (values: RouteValues) => string | null): string | null {
  let url: string | null = null
  try {
    url = make(values)
  } finally {
    if (url === null) ignoreRejections(values)
  }
  return url
}

/** Adds the values that are no path parameters to a path. Returns null if they or the path do not fit. */
export function withQuery (path: string | null, values: RouteValues, parameters: readonly string[]): string | null {
  if (path === null) return null
  const query = queryString(values, parameters)
  if (query === null) return null
  if (query === '') return path
  return path + (path.includes('?') ? '&' : '?') + query
}

const NO_VALUES: RouteValues = Object.freeze({})

/** A function of a target that returns values for a resource. */
export type ReadValues = (resource: unknown) => RouteValues | undefined

/** The values of a target for a resource; null for a promise, because a path is made synchronously. */
export function valuesOf (values: RouteValuesOf<never> | undefined, resource: unknown): RouteValues | null {
  return usable(typeof values === 'function' ? (values as ReadValues)(resource) : values)
}

/** The same for what a function returned. */
export function usable (values: RouteValues | null | undefined): RouteValues | null {
  if (values === undefined || values === null) return NO_VALUES
  // A map has no members. The members of other values are read one by one.
  if (Object.getPrototypeOf(values) !== Object.prototype) handled(values)
  if (typeof values.then !== 'function') return values
  ignoreRejections(values)
  return null
}
