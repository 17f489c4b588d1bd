import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Deprecation } from '../../types/options.ts'
import { fail } from '../errors.ts'
import { describe } from '../diagnostics/wording.ts'
import { compilePath, type PathPattern, type RouterSettings } from '../url/path.ts'
import { compileRouteTemplate, type RouteTemplate } from '../url/route-template.ts'

export interface RouteSchema {
  readonly body?: unknown
  readonly querystring?: unknown
  readonly query?: unknown
  readonly response?: unknown
  readonly produces?: unknown
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
  readonly #router: RouterSettings
  #pattern: PathPattern | undefined
  #template: RouteTemplate | undefined

  constructor (name: string, route: RouteOptions, router: RouterSettings, traits: RouteTraits) {
    const { access = OPEN, deprecation = null, formInput = false, server = null } = traits
    this.name = name
    this.url = route.url
    // Not flat(), which allocates room for sixteen elements more.
    this.methods = Object.freeze(Array.isArray(route.method) ? [...route.method] : [route.method])
    this.constraints = route.constraints ?? NOTHING
    this.schema = route.schema ?? NOTHING
    this.access = access
    this.deprecation = deprecation
    this.formInput = formInput
    this.server = server
    this.validatorCompiler = route.validatorCompiler
    this.#router = router
  }

  /** The compiled pattern; compiled when a link reads it first. */
  get pattern (): PathPattern {
    return (this.#pattern ??= compilePath(this.url, this.#router))
  }

  /** The compiled URI template; compiled when a link reads it first. */
  get template (): RouteTemplate {
    return (this.#template ??= compileRouteTemplate(this.url, queryProperties(this.schema), this.#router))
  }

  /** True if clients can read the route, so that a link can have it as a target. */
  get isReadable (): boolean {
    return this.methods.includes('GET') || this.methods.includes('HEAD')
  }
}

/** The named routes of one app. */
export class RouteTable {
  readonly #router: RouterSettings
  readonly #routes = new Map<string, NamedRoute[]>()
  #hasPolicies = false

  constructor (router: RouterSettings) {
    this.#router = router
  }

  get names (): Iterable<string> {
    return this.#routes.keys()
  }

  /** Whether policies guard any of the routes. */
  get hasPolicies (): boolean {
    return this.#hasPolicies
  }

  /**
   * Adds a route under its name. Several versions or hosts of a route may have one name.
   * @throws FST_ERR_HYPER_DUPLICATE_ROUTE
   */
  add (name: string, options: RouteOptions, traits: RouteTraits = {}): void {
    const route = new NamedRoute(name, options, this.#router, traits)
    this.#hasPolicies ||= route.access.policies.length > 0
    const same = this.#routes.get(name)
    if (same === undefined) {
      this.#routes.set(name, [route])
      return
    }
    const rival = same.find(other => sameConstraints(other.constraints, route.constraints))
    if (rival === undefined) same.push(route)
    else if (isTwin(rival, route)) same[same.indexOf(rival)] = route
    else if (!isTwin(route, rival)) fail('FST_ERR_HYPER_DUPLICATE_ROUTE', place(route), describe(name), place(rival))
  }

  /** Returns the routes of a name: several only if their constraints differ. */
  all (name: string): readonly NamedRoute[] {
    return this.#routes.get(name) ?? []
  }

  /** Returns what a declared route was added as: for Fastify's own HEAD route that of its GET route. */
  declared (name: string, { url, constraints = NOTHING }: Pick<RouteOptions, 'url' | 'constraints'>): NamedRoute | null {
    return this.all(name).find(route =>
      withoutSlash(route.url) === withoutSlash(url) && sameConstraints(route.constraints, constraints)) ?? null
  }

  /** Returns the route of a name whose constraints match the current request best. */
  find (name: string, request?: FastifyRequest): NamedRoute | undefined {
    const routes = this.#routes.get(name)
    if (routes === undefined || routes.length === 1) return routes?.[0]
    return routes.filter(route => request !== undefined && matches(route, request)).toSorted(byConstraints)[0] ??
      routes.find(route => Object.keys(route.constraints).length === 0) ?? routes[0]
  }
}

function queryProperties ({ querystring, query }: RouteSchema): string[] {
  const properties = ((querystring ?? query) as { properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function place (route: NamedRoute): string {
  return `route ${route.methods.join(',')} ${route.url}`
}

// Orders by the number of constraints, then by version, descending, as the router chooses.
function byConstraints (one: NamedRoute, other: NamedRoute): number {
  return Object.keys(other.constraints).length - Object.keys(one.constraints).length ||
    String(other.constraints['version']).localeCompare(String(one.constraints['version']), 'en', { numeric: true })
}

// Fastify adds a HEAD route to each GET route, with the same configuration, and for the path of a prefix one more with a slash.
function isTwin (route: NamedRoute, other: NamedRoute): boolean {
  return withoutSlash(route.url) === withoutSlash(other.url) && route.methods.join() === 'HEAD' && other.methods.includes('GET')
}

function withoutSlash (url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

function sameConstraints (one: object, other: object): boolean {
  return signature(one) === signature(other)
}

function signature (constraints: object): string {
  return Object.entries(constraints).map(([key, value]) => `${key}=${String(value)}`).sort().join('&')
}

// Returns true if a request of this app satisfies the constraints of the route.
function matches (route: NamedRoute, request: FastifyRequest): boolean {
  const constraints = Object.entries(route.constraints)
  return constraints.length > 0 && constraints.every(([key, value]) => {
    const sent = sentFor(key, request)
    if (value instanceof RegExp) return value.test(String(sent))
    return sent === value || (key === 'version' && versionFits(String(value), sent))
  })
}

// The router reads the Host that was sent, not that of a proxy.
function sentFor (constraint: string, { headers }: FastifyRequest): string | string[] | undefined {
  if (constraint === 'version') return headers['accept-version']
  return constraint === 'host' ? headers.host ?? headers[':authority'] as string | undefined : undefined
}

// Parts of Accept-Version may be open: `1.x` matches any 1.*.*, and `*` any version.
function versionFits (value: string, sent: string | string[] | undefined): boolean {
  if (sent === '*') return true
  if (typeof sent !== 'string' || !/^(\d+|x)(\.(\d+|x)){0,2}$/.test(sent)) return false
  const parts = value.split('.')
  return sent.split('.').every((part, index) => part === 'x' || part === parts[index])
}
