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

/** What a route has beside its pattern. */
export interface RouteTraits {
  readonly deprecation?: Deprecation | null
  readonly formInput?: boolean
  readonly server?: FastifyInstance | null
}

const NOTHING = Object.freeze({})

/** A route that links can name. */
export class NamedRoute {
  readonly name: string
  /** The full pattern, prefixes included. */
  readonly url: string
  /** In the order of their declaration; the HEAD twin of a GET route is not among them. */
  readonly methods: readonly string[]
  readonly constraints: Readonly<Record<string, unknown>>
  readonly schema: RouteSchema
  /** The end that the route announces; null while it has none. */
  readonly deprecation: Deprecation | null
  /** Whether it takes what generic clients send of a form. */
  readonly formInput: boolean
  /** The scope that it was declared in. */
  readonly server: FastifyInstance | null
  /** Its own way of validating, where it has one. */
  readonly validatorCompiler: RouteOptions['validatorCompiler']
  readonly #router: RouterSettings
  #pattern: PathPattern | undefined
  #template: RouteTemplate | undefined

  constructor (name: string, route: RouteOptions, router: RouterSettings, { deprecation = null, formInput = false, server = null }: RouteTraits) {
    this.name = name
    this.url = route.url
    // Not flat(): what it makes has room for sixteen more.
    this.methods = Object.freeze(Array.isArray(route.method) ? [...route.method] : [route.method])
    this.constraints = route.constraints ?? NOTHING
    this.schema = route.schema ?? NOTHING
    this.deprecation = deprecation
    this.formInput = formInput
    this.server = server
    this.validatorCompiler = route.validatorCompiler
    this.#router = router
  }

  /** The compiled pattern; made when the first link asks for it. */
  get pattern (): PathPattern {
    return (this.#pattern ??= compilePath(this.url, this.#router))
  }

  /** The compiled RFC 6570 template; made when the first link asks for it. */
  get template (): RouteTemplate {
    return (this.#template ??= compileRouteTemplate(this.url, queryProperties(this.schema), this.#router))
  }

  /** Whether the route can be the target of a link, which clients read. */
  get isReadable (): boolean {
    return this.methods.includes('GET') || this.methods.includes('HEAD')
  }
}

/** The named routes of one app. */
export class RouteTable {
  readonly #router: RouterSettings
  readonly #routes = new Map<string, NamedRoute[]>()

  constructor (router: RouterSettings) {
    this.#router = router
  }

  get names (): Iterable<string> {
    return this.#routes.keys()
  }

  /**
   * Adds a route under its name. One name may stand for several versions or hosts of a route.
   * @throws FST_ERR_HYPER_DUPLICATE_ROUTE
   */
  add (name: string, options: RouteOptions, traits: RouteTraits = {}): void {
    const route = new NamedRoute(name, options, this.#router, traits)
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

  /** All routes of a name: several only where their constraints differ. */
  all (name: string): readonly NamedRoute[] {
    return this.#routes.get(name) ?? []
  }

  /** The route of a name that fits the constraints of the current request best. */
  find (name: string, request?: FastifyRequest): NamedRoute | undefined {
    const routes = this.#routes.get(name)
    if (routes === undefined || routes.length === 1) return routes?.[0]
    return routes.filter(route => request !== undefined && answers(route, request)).toSorted(byConstraints)[0] ??
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

// The one with the most constraints first, then the highest version, as the router chooses.
function byConstraints (one: NamedRoute, other: NamedRoute): number {
  return Object.keys(other.constraints).length - Object.keys(one.constraints).length ||
    String(other.constraints['version']).localeCompare(String(one.constraints['version']), 'en', { numeric: true })
}

// Fastify adds a HEAD route beside each GET route, with the same configuration, and for the path of a prefix one more with a slash.
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

// Whether a request that reached this app would satisfy the route's own constraints.
function answers (route: NamedRoute, request: FastifyRequest): boolean {
  const constraints = Object.entries(route.constraints)
  return constraints.length > 0 && constraints.every(([key, value]) => {
    // The router reads the Host that was sent, whatever a proxy says.
    const sent = key === 'version' ? request.headers['accept-version'] : key === 'host' ? request.headers.host ?? request.headers[':authority'] : undefined
    if (value instanceof RegExp) return value.test(String(sent))
    return sent === value || (key === 'version' && versionFits(String(value), sent))
  })
}

// Accept-Version may leave parts open: `1.x` asks for any 1.*.*, and `*` for any version.
function versionFits (value: string, sent: string | string[] | undefined): boolean {
  if (sent === '*') return true
  if (typeof sent !== 'string' || !/^(\d+|x)(\.(\d+|x)){0,2}$/.test(sent)) return false
  const parts = value.split('.')
  return sent.split('.').every((part, index) => part === 'x' || part === parts[index])
}
