import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { CrawlCaller } from '../../types/testing.ts'
import type { OpenApp } from './apps.ts'
import { readExchange, type Exchange } from './exchange.ts'
import { Bases } from './origin.ts'
import { RouteIndex, type MatchedRoute } from './route-index.ts'
import { headersOf, type Visitor } from './visitor.ts'

/** The body of a request, with its media type. */
export interface RequestBody {
  readonly contentType: string | undefined
  readonly body: string | FormData
}

/** The variable parts of a request. */
export interface RequestDetails {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody | null
}

/** Counts the requests of a crawl. */
export interface RequestCounter {
  requests: number
}

/** The requests to one app. Reads are remembered until something may have changed. */
export class Session {
  readonly open: OpenApp
  readonly bases: Bases
  readonly #counter: RequestCounter
  readonly #routes: RouteIndex
  readonly #read = new Map<string, Promise<Exchange>>()

  constructor (open: OpenApp, callers: readonly Required<CrawlCaller>[], counter: RequestCounter) {
    const { baseUrl } = open.settings
    const hosts = callers.flatMap(caller => Object.entries(caller.headers)).filter(([name]) => name.toLowerCase() === 'host')
    this.open = open
    this.bases = new Bases(hosts.map(([, host]) => host), typeof baseUrl === 'string' ? baseUrl : null)
    this.#counter = counter
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
  async send (visitor: Visitor, method: string, path: string, { headers = {}, body = null }: RequestDetails = {}): Promise<Exchange> {
    if (method !== 'GET' && method !== 'HEAD') this.#read.clear()
    this.#counter.requests++
    const type = body?.contentType
    const response = await this.open.app.inject({
      method: method as HTTPMethods,
      url: path,
      headers: { ...headersOf(visitor), ...type === undefined ? {} : { 'content-type': type }, ...headers },
      ...body === null ? {} : { payload: body.body }
    })
    const request = this.open.requestOf(response.raw.req) ?? null
    const { statusCode: status, headers: received, body: text } = response
    const exchange = readExchange(visitor, method, path, { status, headers: received, body: text }, request)
    this.bases.learn(path, exchange.document)
    return exchange
  }

  /** Whether a route of the app matches. */
  matches (visitor: Visitor, method: string, path: string): boolean {
    const { 'accept-version': version, host } = headersOf(visitor)
    const constraints = { ...version === undefined ? {} : { version }, ...host === undefined ? {} : { host } }
    // The type is that of a declared route; only these three are read.
    const wanted = { method, url: path, constraints } as Parameters<FastifyInstance['findRoute']>[0]
    return this.open.app.findRoute(wanted) !== null
  }

  /** Returns the known route of a request; null if the plugin has not seen it. */
  routeOf (method: string, path: string): MatchedRoute | null {
    return this.#routes.find(method, path)
  }
}
