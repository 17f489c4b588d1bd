import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { RouteEntry } from '../../types/routes.ts'
import type { ServiceRoute } from '../../types/services.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { outerScope } from '../fastify/internals.ts'
import { type DeclaredRoute, routePlace } from '../fastify/routes.ts'
import { NO_SETTINGS } from '../options/route-options.ts'
import { type Service, serviceTargetName } from '../options/services.ts'
import { remembered } from '../remembered.ts'
import { PathPatterns, type RouterSettings } from '../url/path.ts'
import { areRivals, type Constrained, mostSpecific, reachable, sameConstraints } from './constraints.ts'
import { NamedRoute, type RouteParts } from './named-route.ts'
import { whyUnseen } from './unseen-routes.ts'

/** The options of Fastify's router. */
const ROUTER: RouterSettings = {
  maxParamLength: 100,
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  useSemicolonDelimiter: false
}

/** Returns the options of a router that decide which URL reaches a route, with their defaults. */
export function withRouterDefaults (options: Partial<RouterSettings> = {}): RouterSettings {
  return { ...ROUTER, ...Object.fromEntries(Object.entries(options).filter(([name]) => name in ROUTER)) }
}

/** Returns these options of an app. */
export function routerSettings ({ initialConfig }: FastifyInstance): RouterSettings {
  // Fastify 5 has these options at the top level and under routerOptions; the router reads the latter.
  return withRouterDefaults({ ...initialConfig, ...initialConfig.routerOptions } as Partial<RouterSettings>)
}

/** A route that sends a link. */
interface Sender {
  readonly server: FastifyInstance
  readonly constraints: Constrained['constraints']
}

/** The named routes of one app. */
export class RouteTable {
  readonly #patterns: PathPatterns
  readonly #routes = new Map<string, NamedRoute[]>()
  /** The routes of a name for a scope, nearest first. */
  readonly #nearest = new WeakMap<object, Map<string, readonly Ranked<NamedRoute>[]>>()
  readonly #declared: () => readonly DeclaredRoute[]
  #all: readonly DeclaredRoute[] | null = null
  #hasPolicies = false

  /**
   * @param foreign the routes of other services, whose names no route of the app can have
   * @param declared returns all routes of the app, also those that the table does not have
   */
  constructor (
    router: RouterSettings, foreign: readonly NamedRoute[] = [], declared: () => readonly DeclaredRoute[] = () => []
  ) {
    this.#declared = declared
    this.#patterns = new PathPatterns(router)
    for (const route of foreign) this.#routes.set(route.name, [route])
  }

  get names (): Iterable<string> {
    return this.#routes.keys()
  }

  /** Whether policies guard any of the routes. */
  get hasPolicies (): boolean {
    return this.#hasPolicies
  }

  /**
   * Adds a route under its name. Several versions or hosts of a route may have one name,
   * and routes of different scopes.
   * @throws FST_ERR_HYPER_DUPLICATE_ROUTE
   */
  add (parts: RouteParts): void {
    const route = new NamedRoute(parts, this.#patterns)
    const { name } = route
    this.#hasPolicies ||= route.settings.guard.policies.length > 0
    const same = this.#routes.get(name)
    if (same === undefined) {
      this.#routes.set(name, [route])
      return
    }
    const rival = same.find(other => other.service !== null ||
      (other.server === route.server && sameConstraints(other.constraints, route.constraints)))
    if (rival === undefined) same.push(route)
    else if (isTwin(rival, route)) same[same.indexOf(rival)] = route
    else if (!isTwin(route, rival)) fail('FST_ERR_HYPER_DUPLICATE_ROUTE', place(route), describe(name), place(rival))
  }

  /** Returns the routes of a name: several only if their constraints or scopes differ. */
  all (name: string): readonly NamedRoute[] {
    return this.#routes.get(name) ?? []
  }

  /** Returns what a declared route was added as: for Fastify's own HEAD route, its GET route. */
  declared (
    name: string, { method, url, constraints = {} }: Pick<RouteOptions, 'method' | 'url' | 'constraints'>
  ): NamedRoute | null {
    const same = this.all(name).filter(route =>
      withoutSlash(route.url) === withoutSlash(url) && sameConstraints(route.constraints, constraints))
    // Two scopes may give one name to different methods of a URL.
    const withMethod = (method: string) => same.find(({ methods }) => methods.includes(method))
    return withMethod([method].flat()[0]!) ?? withMethod('GET') ?? null
  }

  /** Why the table does not have a route that the app has; null if the app has none of this name. For a ready app. */
  whyUnseen (name: string, entry?: RouteEntry): string | null {
    this.#all ??= this.#declared()
    return whyUnseen(this.#all, name, entry)
  }

  /**
   * Returns the route of a name whose constraints match the current request best, and whose scope is nearest to the
   * scope of the request's route. Returns undefined if there is none, or if several are equally near.
   */
  find (name: string, request?: FastifyRequest): NamedRoute | undefined {
    const routes = this.#routes.get(name)
    if (routes === undefined || routes.length === 1) return routes?.[0]
    return nearestOf(mostSpecific(this.#ranked(name, routes, request?.server), request))
  }

  /**
   * Returns the routes of a name of which none is the nearest to another route, and that no request for that one
   * distinguishes.
   */
  rivals (name: string, { server, constraints }: Sender): readonly NamedRoute[] {
    const routes = this.all(name)
    if (routes.length < 2) return []
    return rivalsIn(this.#ranked(name, routes, server), constraints)
  }

  #ranked (name: string, routes: readonly NamedRoute[], scope: object | undefined): readonly Ranked<NamedRoute>[] {
    if (scope === undefined) return routes.map(route => ({ route, distance: 0 }))
    const names = remembered(this.#nearest, scope, () => new Map<string, readonly Ranked<NamedRoute>[]>())
    return remembered(names, name, () => rank(routes, scope))
  }
}

function place ({ methods, url, service }: NamedRoute): string {
  return routePlace(methods, url) + (service === null ? '' : ` of the service ${describe(service.name)}`)
}

// Fastify adds a HEAD route to each GET route, with the same configuration,
// and for the path of a prefix one more with a slash.
function isTwin (route: NamedRoute, other: NamedRoute): boolean {
  return withoutSlash(route.url) === withoutSlash(other.url) && route.methods.join() === 'HEAD' &&
    other.methods.includes('GET')
}

function withoutSlash (url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

// Which of several routes of one name is nearest to the scope of a response.

/** A route of a scope. */
interface Scoped extends Constrained {
  readonly server: object | null
}

/** A route with its distance from a scope. */
interface Ranked<R extends Scoped> {
  readonly route: R
  readonly distance: number
}

/**
 * Returns the routes, nearest first: those that share the innermost scope with `scope`, and of these the ones that this
 * scope itself declares. How deep a route is in another branch does not count.
 */
function rank<R extends Scoped> (routes: readonly R[], scope: object): readonly Ranked<R>[] {
  const outer = scopesOf(scope)
  return routes.map(route => ({ route, distance: distanceOf(route.server, outer) }))
    .toSorted((one, other) => one.distance - other.distance)
}

/** Returns the nearest of routes; the first if constraints distinguish the nearest, undefined if nothing does. */
function nearestOf<R extends Scoped> (ranked: readonly Ranked<R>[]): R | undefined {
  const [first, ...others] = ranked
  if (others.some(other => isRival(first!, other))) return undefined
  return first!.route
}

/** Returns the nearest routes among which nothing distinguishes. @param sender the constraints of the sending route */
function rivalsIn<R extends Scoped> (ranked: readonly Ranked<R>[], sender: Constrained['constraints']): readonly R[] {
  const reached = reachable(ranked, sender)
  const areAlike = (one: R, other: R) =>
    reached === null ? areRivals(one, other) : sameConstraints(one.constraints, other.constraints)
  const possible = reached ?? ranked
  return possible.filter(one => {
    const same = possible.filter(other => areAlike(one.route, other.route))
    return same.length > 1 && one.distance === same[0]!.distance && same[1]!.distance === same[0]!.distance
  }).map(({ route }) => route)
}

function isRival<R extends Scoped> (one: Ranked<R>, other: Ranked<R>): boolean {
  return one.distance === other.distance && areRivals(one.route, other.route)
}

// The scope of an instance, and its ancestors. A scope inherits from its parent.
function scopesOf (scope: object | null): object[] {
  const scopes: object[] = []
  for (let next = scope; next !== null; next = outerScope(next)) scopes.push(next)
  return scopes
}

function distanceOf (server: object | null, outer: readonly object[]): number {
  const inner = scopesOf(server)
  const down = inner.findIndex(scope => outer.includes(scope))
  if (down === -1) return 0
  return 2 * outer.indexOf(inner[down]!) + Math.min(down, 1)
}

// The service itself decides who may call its routes, and in which state.
const GUARD = Object.freeze({ ...NO_SETTINGS.guard, enforcedElsewhere: 'all', checksState: true } as const)

/** Returns the routes of other services, as links know those of the app. */
export function serviceRoutes (services: readonly Service[]): NamedRoute[] {
  return services.flatMap(service => {
    const patterns = new PathPatterns(withRouterDefaults(service.catalog.router))
    return Object.entries(service.catalog.routes).map(([name, route]) => {
      const { deprecation = null, formInput = false } = route
      const settings = { ...NO_SETTINGS, guard: GUARD, deprecation, formInput }
      const parts = { name: serviceTargetName(service.name, name), options: optionsOf(route), settings, service }
      return new NamedRoute(parts, patterns)
    })
  })
}

function optionsOf ({ methods, path, ...schema }: ServiceRoute): RouteOptions {
  const handler = () => {}
  return { method: [...methods], url: path, schema, handler }
}
