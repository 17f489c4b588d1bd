import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { CallerHeaders, OpenApp } from './apps.ts'
import { type Exchange, readExchange } from './exchange.ts'
import { Bases } from './origin.ts'
import { type MatchedRoute, RouteIndex } from './route-index.ts'
import type { Visitor } from './visitor.ts'

/** The variable parts of a request. */
export interface RequestDetails {
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string | undefined
  readonly body?: string | FormData | null
}

/** Whether a route of the app matches a request. */
export interface Match {
  readonly matches: boolean
  /** If none does, the constraints of the routes at its path. */
  readonly constraints: readonly string[]
}

/** Where the responses of a crawl are counted. */
export interface ResponseLog {
  received (visitor: Visitor, status: number): void
}

/** The requests to one app. Reads are remembered until something may have changed. */
export class Session {
  readonly open: OpenApp
  readonly bases: Bases
  readonly #log: ResponseLog
  readonly #routes: RouteIndex
  readonly #read = new Map<string, Promise<Exchange>>()

  constructor (open: OpenApp, log: ResponseLog) {
    const { baseUrl } = open.settings
    const hosts = [...open.headers.values()].flatMap(({ host }) => host ?? [])
    this.open = open
    this.bases = new Bases(hosts, typeof baseUrl === 'string' ? baseUrl : null)
    this.#log = log
    this.#routes = new RouteIndex(open.routes)
  }

  /** Reads a path as a visitor; once until a request that may change something. */
  read (visitor: Visitor, path: string): Promise<Exchange> {
    const key = `${visitor.caller.name}\n${visitor.accept}\n${path}`
    let exchange = this.#read.get(key)
    if (exchange === undefined) this.#read.set(key, exchange = this.send(visitor, 'GET', path))
    return exchange
  }

  /** Sends a request. */
  async send (
    visitor: Visitor, method: string, path: string, { headers = {}, contentType, body = null }: RequestDetails = {}
  ): Promise<Exchange> {
    if (method !== 'GET' && method !== 'HEAD') this.#read.clear()
    const type = contentType === undefined ? {} : { 'content-type': contentType }
    const sent = { ...this.headersOf(visitor), ...type, ...headers }
    const response = await this.open.app.inject({
      method: method as HTTPMethods,
      url: path,
      headers: sent,
      ...body === null ? {} : { payload: body }
    })
    const request = this.open.requestOf(response.raw.req) ?? null
    const { statusCode: status, headers: received, body: text } = response
    const { formatters } = this.open.settings
    const raw = { status, headers: received, body: text }
    const exchange = readExchange({ visitor, method, path, sent, request }, raw, formatters)
    this.#log.received(visitor, status)
    this.bases.learn(path, exchange.resources)
    return exchange
  }

  /** The headers of a visitor's requests. Names in lower case. */
  headersOf ({ caller, accept }: Visitor): CallerHeaders {
    return { ...this.open.headers.get(caller.name), accept }
  }

  /** Whether a route of the app matches, and otherwise the constraints of those at the path: `version '1.0.0'`. */
  match (visitor: Visitor, method: string, path: string): Match {
    const { 'accept-version': version, host } = this.headersOf(visitor)
    const constraints = { ...version === undefined ? {} : { version }, ...host === undefined ? {} : { host } }
    // The type is that of a declared route; only these three are read.
    const wanted = { method, url: path, constraints } as Parameters<FastifyInstance['findRoute']>[0]
    const matches = this.open.app.findRoute(wanted) !== null
    return { matches, constraints: matches ? [] : this.#constraintsAt(method, path) }
  }

  #constraintsAt (method: string, path: string): string[] {
    const url = this.#routes.find(method, path)?.route.url
    const same = this.open.routes.filter(route => route.url === url && route.methods.includes(method))
    return same.flatMap(({ constraints }) => {
      const named = Object.entries(constraints).map(([name, value]) => `${name} '${String(value)}'`)
      return named.length === 0 ? [] : [named.join(' and ')]
    })
  }

  /** Returns the known route of a request; null if the plugin has not seen it. */
  routeOf (method: string, path: string): MatchedRoute | null {
    return this.#routes.find(method, path)
  }
}
