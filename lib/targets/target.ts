import type { LinkAttributes, LinkTarget } from '../../types/targets.ts'
import { ignoreRejections } from '../async/promises.ts'
import type { Environment } from '../context/environment.ts'
import type { UrlScope } from '../context/url-scope.ts'
import { LINK_ATTRIBUTES } from '../declare/declarations.ts'
import { type TargetParts, targetParts } from '../declare/target.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { templateFault } from '../http/uri-template.ts'
import { checkKeys, checkTexts } from '../options/checks.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import type { PathPattern } from '../url/path.ts'
import { type ReadValues, routePath, usable, withQuery } from './route-path.ts'

/** A link with its whole href. */
export interface WholeLink {
  readonly href: string
  readonly templated: boolean
  readonly attributes: LinkAttributes
}

/** A target that was resolved with a request. */
export interface ResolvedTarget {
  readonly parts: TargetParts
  /** Null for URLs and URI templates, and if the route does not exist. */
  readonly route: NamedRoute | null
  /** Null if the target cannot be resolved. */
  readonly href: string | null
  /** A page about the deprecation of its route, which start-up knew; null for a target that a callback chose. */
  readonly deprecation: string | null
  readonly isFixed: boolean
}

/** A target with its whole href. */
export interface FoundTarget extends ResolvedTarget {
  readonly href: string
}

/** Whether a target was resolved to an href. */
export function isFound (target: ResolvedTarget): target is FoundTarget {
  return target.href !== null
}

type WriteHref = (resource: unknown, scope: UrlScope) => string | null

/** A fixed target: start-up knows everything that no resource changes. */
export class CompiledTarget {
  readonly parts: TargetParts
  /** Null for URLs and URI templates. */
  readonly route: NamedRoute | null
  readonly templated: boolean
  /** Whether the href is the same for every resource, and never null. */
  readonly constant: boolean
  /** A page about the deprecation of its route; null if that depends on the request. */
  readonly deprecation: string | null
  /**
   * The path that every href begins with after the origin; null if hrefs are not made of a path that start-up knows.
   */
  readonly hrefPrefix: string | null
  /**
   * What follows `hrefPrefix`, or the whole href if that is null.
   * Returns null if the values of the resource do not fit.
   */
  readonly hrefSuffix: WriteHref

  /** @param versions of its route; none for URLs and URI templates */
  constructor (parts: TargetParts, versions: readonly NamedRoute[], { transformHref }: Environment['settings']) {
    const { hrefPrefix, hrefSuffix, constant } = hrefOf(parts, versions, transformHref !== null)
    this.parts = parts
    this.route = versions[0] ?? null
    this.templated = isTemplated(parts)
    this.constant = constant
    this.deprecation = null
    if (versions.length === 1) this.deprecation = versions[0]!.settings.deprecation?.link ?? null
    this.hrefPrefix = hrefPrefix
    this.hrefSuffix = hrefSuffix
  }

  /** Resolves it for a resource to its whole href. */
  resolve (resource: unknown, scope: UrlScope): ResolvedTarget {
    const { parts, route, hrefPrefix, deprecation } = this
    let href = this.hrefSuffix(resource, scope)
    if (href !== null && hrefPrefix !== null) href = scope.base + hrefPrefix + href
    return { parts, route, href, deprecation, isFixed: true }
  }
}

/** Whether hrefs of a target are RFC 6570 templates. */
export function isTemplated ({ kind }: TargetParts): boolean {
  return kind === 'template' || kind === 'route-template'
}

/** Whether a target names a route. */
export function namesRoute ({ kind }: TargetParts): boolean {
  return kind === 'route' || kind === 'route-template'
}

/**
 * Compiles a fixed target. Returns null if its route does not exist.
 * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_INVALID_TEMPLATE, and FST_ERR_HYPER_UNKNOWN_ROUTE
 *   for a name that a route catalog lost
 */
export function compileTarget (
  target: LinkTarget<never>, { routes, settings }: Pick<Environment, 'routes' | 'settings'>, place: string
): CompiledTarget | null {
  const parts = targetParts(target)
  checkParts(parts, place)
  checkCatalog(parts, routes, place)
  if (!namesRoute(parts)) return new CompiledTarget(parts, [], settings)
  const versions = routes.all(parts.reference)
  if (versions.length === 0) return null
  return new CompiledTarget(parts, versions, settings)
}

/**
 * Resolves a target that was not compiled, such as one that a callback returned.
 * @throws FST_ERR_HYPER_UNKNOWN_ROUTE for a name that a route catalog lost
 */
export function resolveTarget (parts: TargetParts, place: string, resource: unknown, scope: UrlScope): ResolvedTarget {
  checkCatalog(parts, scope.environment.routes, place)
  let href: string | null = null
  let route: NamedRoute | null = null
  if (namesRoute(parts)) {
    route = scope.route(parts.reference) ?? null
    if (route !== null) {
      const path = routePath(parts, route, resource)
      if (path !== null) href = scope.reference(path, route.service)
    }
  } else if (isComplete(parts)) href = parts.reference
  // Each property by its name: for each link that a callback returns, a copy of an object takes V8 longer.
  return { parts, route, href, deprecation: null, isFixed: false }
}

/** Whether the values of a target are known at start, and fit no version of its route. */
export function neverFits (parts: TargetParts, routes: RouteTable): boolean {
  if (!namesRoute(parts) || !isConstant(parts)) return false
  const versions = routes.all(parts.reference)
  return versions.length > 0 && versions.every(route => routePath(parts, route, undefined) === null)
}

function checkParts ({ kind, reference, attributes = {} }: TargetParts, place: string): void {
  if (typeof reference !== 'string') {
    ignoreRejections(reference)
    const remedy = 'LinkTarget takes the name of a route, a URL or a template as a string.'
    fail('FST_ERR_HYPER_INVALID_TARGET', place, describe(reference), remedy)
  }
  checkKeys(`${place}, target`, attributes, LINK_ATTRIBUTES)
  checkTexts(`${place}, target`, attributes)
  if (kind !== 'template') return
  const fault = isFilled(reference) ? templateFault(reference) : 'it is empty'
  if (fault !== null) fail('FST_ERR_HYPER_INVALID_TEMPLATE', place, describe(reference), fault)
}

// A route catalog returns a target for every name, also for one that it no longer contains.
function checkCatalog ({ missing, reference }: TargetParts, routes: RouteTable, place: string): void {
  if (missing !== true) return
  const near = routes.all(reference).length > 0 ? ' The app has one.' : suggestion(reference, routes.names)
  const remedy = `${near} Write the catalog anew with hyper-api routes, or name a route that it contains.`
  fail('FST_ERR_HYPER_UNKNOWN_ROUTE', place, `${describe(reference)} in the route catalog`, remedy)
}

type Href = Pick<CompiledTarget, 'hrefPrefix' | 'hrefSuffix' | 'constant'>

function hrefOf (parts: TargetParts, versions: readonly NamedRoute[], isTransformed: boolean): Href {
  const [route] = versions
  if (route === undefined) return urlHref(parts)
  if (versions.length > 1 || route.service !== null || isTransformed) return requestedHref(parts, versions)
  const { kind, values, query } = parts
  if (isConstant(parts)) {
    const path = routePath(parts, route, undefined)
    if (path === null) return { hrefPrefix: '', hrefSuffix: () => null, constant: false }
    return { ...withinApp(path, () => ''), constant: isWithinApp(path) }
  }
  if (kind !== 'route' || typeof values !== 'function' || query !== undefined) {
    return withinApp('', resource => routePath(parts, route, resource))
  }
  return patternHref(route.pattern, values as ReadValues)
}

function urlHref ({ reference }: TargetParts): Href {
  const href = isFilled(reference) ? reference : null
  return { hrefPrefix: null, hrefSuffix: () => href, constant: href !== null }
}

// The request decides which version of the route is meant and where URLs of a service begin, and `transformHref` gets
// whole hrefs.
function requestedHref (parts: TargetParts, versions: readonly NamedRoute[]): Href {
  const [route] = versions
  const hasFixedBase = versions.length === 1 && route!.service?.isFixed === true
  return {
    hrefPrefix: null,
    hrefSuffix: (resource, scope) => resolveTarget(parts, '', resource, scope).href,
    constant: hasFixedBase && isConstant(parts) && isWithinApp(routePath(parts, route!, undefined))
  }
}

// The common case in one function, without an array of keys: it runs for each link of each resource.
function patternHref ({ prefix, suffix, parameters }: PathPattern, read: ReadValues): Href {
  return withinApp(prefix, resource => {
    const values = usable(read(resource))
    if (values === null) return null
    let isRead = false
    try {
      let path = suffix(values)
      for (const name in values) {
        if (parameters.includes(name)) continue
        path = withQuery(path, values, parameters)
        break
      }
      isRead = path !== null
      return path
    } finally {
      if (!isRead) ignoreRejections(values)
    }
  })
}

// Without an origin, a path that begins with `//` would name another host.
function isWithinApp (path: string | null): boolean {
  return path !== null && path[1] !== '/'
}

function withinApp (hrefPrefix: string, suffixOf: (resource: unknown) => string | null): Href {
  const constant = false
  if (hrefPrefix.length > 1 && isWithinApp(hrefPrefix)) return { hrefPrefix, hrefSuffix: suffixOf, constant }
  return {
    hrefPrefix,
    constant,
    hrefSuffix: (resource, scope) => {
      const suffix = suffixOf(resource)
      if (suffix === null || scope.reference(hrefPrefix + suffix) === null) return null
      return suffix
    }
  }
}

function isConstant ({ values, query }: TargetParts): boolean {
  return typeof values !== 'function' && typeof query !== 'function'
}

// Callbacks return anything: the types of LinkTarget do not hold at run time.
function isComplete ({ kind, reference }: TargetParts): boolean {
  return isFilled(reference) && (kind === 'uri' || templateFault(reference) === null)
}

/** Whether a reference is a string that is not empty. */
export function isFilled (value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
