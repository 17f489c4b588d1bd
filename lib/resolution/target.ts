import type { LinkAttributes, RouteValues, RouteValuesOf } from '../../types/links.ts'
import { checkTexts } from '../declare/texts.ts'
import { LINK_ATTRIBUTES } from '../declare/collector.ts'
import { partsOf, type TargetParts } from '../declare/target.ts'
import type { LinkTarget } from '../../types/links.ts'
import { fail } from '../errors.ts'
import { templateFault } from '../http/uri-template.ts'
import { checkKeys } from '../options/plugin-options.ts'
import { isUnwanted } from '../async/promises.ts'
import { kindOf, describe, suggestion } from '../diagnostics/wording.ts'
import { queryText } from '../url/query.ts'
import type { NamedRoute, RouteTable } from '../routes/named-routes.ts'
import type { Resolution } from './resolution.ts'

/** A link's place, resolved: what a slot holds unless it is a plain href. */
export interface Located {
  readonly href: string
  readonly templated: boolean
  readonly attributes: LinkAttributes
}

/** A fixed target, compiled: all that does not depend on the resource is known. */
export interface CompiledTarget {
  readonly parts: TargetParts
  /** The named route; null for URIs and hand-written templates. */
  readonly route: NamedRoute | null
  readonly templated: boolean
  /** The same for every resource, and never null. */
  readonly constant: boolean
  /** A page about the end of its route; null where that depends on the request. */
  readonly deprecation: string | null
  /** The path within this app that every href has after its origin; null where hrefs are not made of paths that start-up knows. */
  readonly lead: string | null
  /** What follows `lead`, or the whole href where that is null. Null where the resource's values do not fit. */
  rest (resource: unknown, resolution: Resolution): string | null
}

/** The href of a compiled target; null where the resource's values do not fit. */
export function compiledHref ({ lead, rest }: CompiledTarget, resource: unknown, resolution: Resolution): string | null {
  const text = rest(resource, resolution)
  return text === null || lead === null ? text : resolution.base + lead + text
}

/** Whether hrefs of a target are RFC 6570 templates. */
export function isTemplated (parts: TargetParts): boolean {
  return parts.kind === 'template' || parts.kind === 'route-template'
}

/** Whether a target names a route. */
export function namesRoute (parts: TargetParts): boolean {
  return parts.kind === 'route' || parts.kind === 'route-template'
}

/**
 * Compiles a fixed target; null where it names no route.
 * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_INVALID_TEMPLATE, and FST_ERR_HYPER_UNKNOWN_ROUTE for a name that a route catalog lost
 */
export function compileTarget (target: LinkTarget<never>, routes: RouteTable, place: string): CompiledTarget | null {
  const parts = partsOf(target)
  if (typeof parts.reference !== 'string') fail('FST_ERR_HYPER_INVALID_TARGET', place, describe(parts.reference), 'LinkTarget takes the name of a route, a URL or a template as a text.')
  checkKeys(`${place}, target`, parts.attributes ?? {}, LINK_ATTRIBUTES)
  checkTexts(`${place}, target`, parts.attributes ?? {})
  checkPresent(parts, routes, place)
  if (!namesRoute(parts)) return constant(parts, place)
  const named = routes.all(parts.reference)
  if (named.length === 0) return null
  const only = named.length === 1 ? named[0]! : null
  return {
    parts,
    route: named[0]!,
    templated: isTemplated(parts),
    constant: only !== null && isConstant(parts) && routePath(parts, only, undefined) !== null,
    deprecation: only?.deprecation?.link ?? null,
    ...(only === null ? { lead: null, rest: (resource, resolution) => hrefOf(parts, resolution.route(parts.reference)!, resource, resolution) } : routePaths(parts, only))
  }
}

/** The href of a target that a callback returned; null where it cannot be resolved. */
export function hrefOf (parts: TargetParts, route: NamedRoute | null, resource: unknown, resolution: Resolution): string | null {
  switch (parts.kind) {
    case 'uri': return isText(parts.reference) ? parts.reference : null
    case 'template': return isText(parts.reference) && templateFault(parts.reference) === null ? parts.reference : null
    default: return route === null ? null : asReference(resolution, routePath(parts, route, resource))
  }
}

/** Whether a target names a route that does not exist. */
export function isLost (parts: TargetParts, resolution: Resolution): boolean {
  return namesRoute(parts) && resolution.route(parts.reference) === undefined
}

/** Why a target has no href, for a message. */
export function faultOf (parts: TargetParts, resource: unknown, resolution: Resolution): string {
  if (parts.kind === 'uri') return `${kindOf(parts.reference)} is no URL`
  if (parts.kind === 'template') return `${kindOf(parts.reference)} is no URI template${isText(parts.reference) ? ' (RFC 6570)' : ''}`
  const route = resolution.route(parts.reference)
  if (route === undefined) return `no route is named ${describe(parts.reference)}.${suggestion(String(parts.reference), resolution.environment.routes.names)}`
  return valuesFault(parts, route, resource)
}

function valuesFault (parts: TargetParts, route: NamedRoute, resource: unknown): string {
  const values = valuesOf(parts.values, resource)
  const query = valuesOf(parts.query, resource)
  if (values === null || query === null) {
    return `its function of ${values === null ? 'values' : 'the query'} returned a promise, which is not awaited. Make the target a function that may: async order => LinkTarget.route('${route.name}', …)`
  }
  const given = parts.query === undefined ? kindsOf(values) : `${kindsOf(values)} and the query ${kindsOf(query)}`
  return `the values ${given} do not fit the path ${route.url}: each parameter needs a text or a number that the router reads back as it is`
}

function kindsOf (values: RouteValues): string {
  return `{ ${Object.entries(values).map(([name, value]) => `${name}: ${kindOf(value)}`).join(', ')} }`
}

/** What a target's functions return for a resource, for debug logs. */
export function valuesIn (parts: TargetParts, resource: unknown): unknown {
  return namesRoute(parts) ? { values: valuesOf(parts.values, resource), query: valuesOf(parts.query, resource) } : parts.reference
}

/** Why the values of a fixed target never fit, for a message. */
export function constantFault (parts: TargetParts, routes: RouteTable): string {
  return valuesFault(parts, routes.all(parts.reference)[0]!, undefined)
}

/** Whether the values of a target are known at start, and fit no version of its route. */
export function isHopeless (parts: TargetParts, routes: RouteTable): boolean {
  const named = routes.all(parts.reference)
  return isConstant(parts) && named.length > 0 && named.every(route => routePath(parts, route, undefined) === null)
}

/**
 * Refuses a target whose name a route catalog lost.
 * @throws FST_ERR_HYPER_UNKNOWN_ROUTE
 */
export function checkPresent (parts: TargetParts, routes: RouteTable, place: string): void {
  if (parts.missing !== true) return
  if (routes.all(parts.reference).length > 0) {
    fail('FST_ERR_HYPER_UNKNOWN_ROUTE', place, `${describe(parts.reference)} in the route catalog`, ' The app has one: write the catalog anew with hyper-api routes.')
  }
  fail('FST_ERR_HYPER_UNKNOWN_ROUTE', place, describe(parts.reference), `${suggestion(parts.reference, routes.names)} The route catalog does not hold it: write the catalog anew with hyper-api routes, or name a route that it holds.`)
}

function constant (parts: TargetParts, place: string): CompiledTarget | null {
  const { reference } = parts
  const fault = parts.kind === 'template' ? isText(reference) ? templateFault(reference) : 'it is empty' : null
  if (fault !== null) fail('FST_ERR_HYPER_INVALID_TEMPLATE', place, describe(reference), fault)
  const href = isText(reference) ? reference : null
  return { parts, route: null, templated: isTemplated(parts), constant: href !== null, deprecation: null, lead: null, rest: () => href }
}

type Paths = Pick<CompiledTarget, 'rest'> & { lead: string }

// What `hrefOf` does, with everything that is known now done now.
function routePaths (parts: TargetParts, route: NamedRoute): Paths {
  const { values, query } = parts
  if (isConstant(parts)) {
    const path = routePath(parts, route, undefined)
    return path === null ? { lead: '', rest: () => null } : guarded(path, () => '')
  }
  if (parts.kind === 'route' && typeof values === 'function' && query === undefined) {
    const { before, rest, parameters } = route.pattern
    const read = values as (resource: unknown) => RouteValues | undefined
    return guarded(before, resource => withQuery(rest, readValues(read, resource), parameters))
  }
  return guarded('', resource => routePath(parts, route, resource))
}

// Without an origin a path that begins with `//` would name another host.
function guarded (lead: string, rest: (resource: unknown) => string | null): Paths {
  if (lead.length > 1 && lead[1] !== '/') return { lead, rest }
  return {
    lead,
    rest (resource, resolution) {
      const text = rest(resource)
      return text !== null && resolution.reference(lead + text) === null ? null : text
    }
  }
}

function isConstant ({ values, query }: TargetParts): boolean {
  return typeof values !== 'function' && typeof query !== 'function'
}

function asReference (resolution: Resolution, path: string | null): string | null {
  return path === null ? null : resolution.reference(path)
}

function routePath (parts: TargetParts, route: NamedRoute, resource: unknown): string | null {
  const values = valuesOf(parts.values, resource)
  if (parts.kind === 'route-template') return values === null ? null : route.template(values)
  const path = withQuery(values => route.pattern.path(values), values, route.pattern.parameters)
  if (path === null || parts.query === undefined) return path
  const given = valuesOf(parts.query, resource)
  const query = given === null ? null : queryText(given, [])
  if (query === null || query === '') return query === null ? null : path
  return path + (path.includes('?') ? '&' : '?') + query
}

// Values without a parameter become the query string.
function withQuery (path: (values: RouteValues) => string | null, values: RouteValues | null, parameters: readonly string[]): string | null {
  if (values === null) return null
  const url = path(values)
  if (url === null || hasOnly(values, parameters)) return url
  const query = queryText(values, parameters)
  if (query === '') return url
  return query === null ? null : `${url}?${query}`
}

// The common case, asked without an array of keys.
function hasOnly (values: RouteValues, parameters: readonly string[]): boolean {
  for (const name in values) if (!parameters.includes(name)) return false
  return true
}

const NO_VALUES: RouteValues = Object.freeze({})

type ReadValues = (resource: unknown) => RouteValues | undefined

// Null for a promise: a path is made at once.
function valuesOf (values: RouteValuesOf<never> | undefined, resource: unknown): RouteValues | null {
  return typeof values === 'function' ? readValues(values as ReadValues, resource) : values ?? NO_VALUES
}

function readValues (read: ReadValues, resource: unknown): RouteValues | null {
  const values = read(resource) ?? NO_VALUES
  return isUnwanted(values) ? null : values
}

function isText (value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
