import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Deprecation } from '../../types/route-options.ts'
import { fail } from '../errors.ts'
import { routePlace } from '../fastify/routes.ts'
import { describe } from '../diagnostics/wording.ts'
import { PathPatterns, type PathPattern, type RouterSettings } from '../url/path.ts'
import { compileRouteTemplate, type RouteTemplate } from '../url/route-template.ts'
import { mostSpecific, sameConstraints } from './constraints.ts'
import { nearestOf, rank, rivalsIn, type Ranked } from './nearest-route.ts'
import { isZod, zodShape } from './zod.ts'

export interface RouteSchema {
  readonly body?: unknown
  readonly querystring?: unknown
  readonly query?: unknown
  readonly response?: unknown
  readonly produces?: unknown
  readonly consumes?: unknown
  readonly summary?: unknown
  readonly operationId?: unknown
}

/** What the guard of a route judges, for the links to it. */
export interface RouteAccess {
  /** The names of the policies that must all admit; empty for none. */
  readonly policies: readonly string[]
  /** Whether the route loads a resource, which policies with a second parameter judge. */
  readonly loadsResource: boolean
  /** Whether the app enforces policies of its own. */
  readonly enforcedElsewhere: boolean
}

const OPEN: RouteAccess = Object.freeze({ policies: [], loadsResource: false, enforcedElsewhere: false })

/** The properties of a route that do not come from Fastify's route options. */
export interface RouteTraits {
  readonly access?: RouteAccess
  readonly deprecation?: Deprecation | null
  readonly formInput?: boolean
  readonly server?: FastifyInstance | null
}

const NOTHING = Object.freeze({})

/** A route with a name, for links. */
export class NamedRoute {
  readonly name: string
  /** The full pattern, prefixes included. */
  readonly url: string
  /** In the order of their declaration, without the HEAD that Fastify adds to GET. */
  readonly methods: readonly string[]
  readonly constraints: Readonly<Record<string, unknown>>
  readonly schema: RouteSchema
  /** What its guard judges. */
  readonly access: RouteAccess
  /** The announced end of the route, or null. */
  readonly deprecation: Deprecation | null
  /** Whether bodies are accepted as forms send them. */
  readonly formInput: boolean
  /** The scope that it was declared in. */
  readonly server: FastifyInstance | null
  /** The validator compiler of the route itself, if it has one. */
  readonly validatorCompiler: RouteOptions['validatorCompiler']
  readonly #patterns: PathPatterns
  #pattern: PathPattern | undefined
  #template: RouteTemplate | undefined

  constructor (name: string, route: RouteOptions, patterns: PathPatterns, traits: RouteTraits) {
    const { access = OPEN, deprecation = null, formInput = false, server = null } = traits
    this.name = name
    this.url = route.url
    this.methods = Array.isArray(route.method) ? Object.freeze([...route.method]) : only(route.method)
    this.constraints = route.constraints ?? NOTHING
    this.schema = route.schema ?? NOTHING
    this.access = access
    this.deprecation = deprecation
    this.formInput = formInput
    this.server = server
    this.validatorCompiler = route.validatorCompiler
    this.#patterns = patterns
  }

  /** The compiled pattern; compiled when a link reads it first. */
  get pattern (): PathPattern {
    return (this.#pattern ??= this.#patterns.of(this.url))
  }

  /** The compiled URI template; compiled when a link reads it first. */
  get template (): RouteTemplate {
    return (this.#template ??= compileRouteTemplate(this.url, queryProperties(this.schema), this.#patterns.router))
  }

  /** True if clients can read the route, so that a link can have it as a target. */
  get isReadable (): boolean {
    return this.methods.includes('GET') || this.methods.includes('HEAD')
  }
}

// Most routes have one method: their lists are shared.
const LISTS = new Map<string, readonly string[]>()

function only (method: string): readonly string[] {
  let list = LISTS.get(method)
  if (list === undefined) LISTS.set(method, list = Object.freeze([method]))
  return list
}

/** The named routes of one app. */
export class RouteTable {
  readonly #patterns: PathPatterns
  readonly #routes = new Map<string, NamedRoute[]>()
  /** The routes of a name for a scope, nearest first. */
  readonly #nearest = new WeakMap<object, Map<string, readonly Ranked<NamedRoute>[]>>()
  #hasPolicies = false

  constructor (router: RouterSettings) {
    this.#patterns = new PathPatterns(router)
  }

  get names (): Iterable<string> {
    return this.#routes.keys()
  }

  /** Whether policies guard any of the routes. */
  get hasPolicies (): boolean {
    return this.#hasPolicies
  }

  /**
   * Adds a route under its name. Several versions or hosts of a route may have one name, and routes of different scopes.
   * @throws FST_ERR_HYPER_DUPLICATE_ROUTE
   */
  add (name: string, options: RouteOptions, traits: RouteTraits = {}): void {
    const route = new NamedRoute(name, options, this.#patterns, traits)
    this.#hasPolicies ||= route.access.policies.length > 0
    const same = this.#routes.get(name)
    if (same === undefined) {
      this.#routes.set(name, [route])
      return
    }
    const rival = same.find(other => other.server === route.server && sameConstraints(other.constraints, route.constraints))
    if (rival === undefined) same.push(route)
    else if (isTwin(rival, route)) same[same.indexOf(rival)] = route
    else if (!isTwin(route, rival)) fail('FST_ERR_HYPER_DUPLICATE_ROUTE', place(route), describe(name), place(rival))
  }

  /** Returns the routes of a name: several only if their constraints or scopes differ. */
  all (name: string): readonly NamedRoute[] {
    return this.#routes.get(name) ?? []
  }

  /** Returns what a declared route was added as: for Fastify's own HEAD route that of its GET route. */
  declared (name: string, { url, constraints = NOTHING }: Pick<RouteOptions, 'url' | 'constraints'>): NamedRoute | null {
    return this.all(name).find(route =>
      withoutSlash(route.url) === withoutSlash(url) && sameConstraints(route.constraints, constraints)) ?? null
  }

  /**
   * Returns the route of a name whose constraints match the current request best, and whose scope is nearest to that of the request's
   * route. Returns undefined if there is none, or if several are equally near.
   */
  find (name: string, request?: FastifyRequest): NamedRoute | undefined {
    const routes = this.#routes.get(name)
    if (routes === undefined || routes.length === 1) return routes?.[0]
    return nearestOf(mostSpecific(this.#ranked(name, routes, request?.server), request))
  }

  /** Returns the routes of a name of which none is the nearest to a scope, and that no request distinguishes. */
  rivals (name: string, scope: FastifyInstance): readonly NamedRoute[] {
    const routes = this.all(name)
    return routes.length < 2 ? [] : rivalsIn(this.#ranked(name, routes, scope))
  }

  #ranked (name: string, routes: readonly NamedRoute[], scope: object | undefined): readonly Ranked<NamedRoute>[] {
    if (scope === undefined) return routes.map(route => ({ route, distance: 0 }))
    let names = this.#nearest.get(scope)
    if (names === undefined) this.#nearest.set(scope, names = new Map())
    let ranked = names.get(name)
    if (ranked === undefined) names.set(name, ranked = rank(routes, scope))
    return ranked
  }
}

function queryProperties ({ querystring, query }: RouteSchema): string[] {
  const schema = querystring ?? query
  const properties = isZod(schema) ? zodShape(schema) : (schema as { properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function place ({ methods, url }: NamedRoute): string {
  return routePlace(methods, url)
}

// Fastify adds a HEAD route to each GET route, with the same configuration, and for the path of a prefix one more with a slash.
function isTwin (route: NamedRoute, other: NamedRoute): boolean {
  return withoutSlash(route.url) === withoutSlash(other.url) && route.methods.join() === 'HEAD' && other.methods.includes('GET')
}

function withoutSlash (url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}
