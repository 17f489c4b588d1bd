import type { FastifyInstance, HTTPMethods } from 'fastify'
import { isSafe } from '../../lib/http/methods.ts'
import { findingsOf } from '../forms/findings.ts'
import { formsOf, type FormUse } from '../forms/forms.ts'
import type { CallerHeaders, OpenApp, OpenApps } from './apps.ts'
import { type Exchange, readExchange } from './exchange.ts'
import { Bases, partsOf } from './origin.ts'
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

/** An app with the bases of its URLs. */
interface Site {
  readonly open: OpenApp
  readonly bases: Bases
}

/** The requests to the apps of a crawl. Reads are remembered until something may have changed. */
export class Session {
  readonly open: OpenApps
  /** The number of requests that may have changed something: unsafe ones that were not rejected. */
  changes = 0
  readonly #log: ResponseLog
  readonly #sites: ReadonlyMap<string, Site>
  readonly #routes: RouteIndex
  readonly #read = new Map<string, Promise<Exchange>>()
  #forms: ReadonlyArray<FormUse & { readonly url: string }> | undefined

  constructor (open: OpenApps, log: ResponseLog) {
    this.open = open
    this.#log = log
    this.#sites = new Map(open.apps.map(open => [open.origin, { open, bases: basesOf(open) }]))
    this.#routes = new RouteIndex(open.apps.flatMap(({ routes }) => routes))
  }

  /** Resolves an href to a URL of the crawl; null if no app has it. */
  pathOf (href: string, from: string): string | null {
    const { origin, path } = partsOf(from)
    const own = this.#sites.get(origin)!.bases.pathOf(href, path)
    if (own !== null) return origin + own
    const absolute = URL.canParse(href, from) ? new URL(href, from).href : null
    for (const [origin, { bases }] of absolute === null ? [] : this.#sites) {
      const path = bases.pathOf(absolute!, '/')
      if (path !== null) return origin + path
    }
    return null
  }

  /** Reads a path as a visitor; once until a request that may change something. */
  read (visitor: Visitor, path: string): Promise<Exchange> {
    const key = `${visitor.caller.name}\n${visitor.accept}\n${path}`
    let exchange = this.#read.get(key)
    if (exchange === undefined) this.#read.set(key, exchange = this.send(visitor, 'GET', path))
    return exchange
  }

  #changed (): void {
    this.changes++
    this.#read.clear()
  }

  /** Sends a request. */
  async send (
    visitor: Visitor, method: string, path: string, { headers = {}, contentType, body = null }: RequestDetails = {}
  ): Promise<Exchange> {
    const { open: { app, origin, settings }, bases, path: url } = this.#siteOf(path)
    const type = contentType === undefined ? {} : { 'content-type': contentType }
    const sent = { ...this.headersOf(visitor, path), ...type, ...headers }
    const response = await app.inject({
      method: method as HTTPMethods,
      url,
      headers: sent,
      ...body === null ? {} : { payload: body }
    })
    const request = this.open.requestOf(response.raw.req) ?? null
    const { statusCode: status, headers: received, body: text } = response
    const raw = { status, headers: received, body: text }
    const exchange = readExchange({ visitor, method, origin, path, sent, request }, raw, settings.formatters)
    this.#log.received(visitor, status)
    if (!isSafe(method) && !(status >= 400 && status < 500)) this.#changed()
    bases.learn(url, exchange.resources)
    return exchange
  }

  /** The headers of a visitor's requests to the app that has a path. Names in lower case. */
  headersOf ({ caller, accept }: Visitor, path: string): CallerHeaders {
    const { open: { origin, headers } } = this.#siteOf(path)
    return { ...origin === '' ? {} : { host: new URL(origin).host }, ...headers.get(caller.name), accept }
  }

  /** Whether a route of the app matches, and otherwise the constraints of those at the path: `version '1.0.0'`. */
  match (visitor: Visitor, method: string, path: string): Match {
    const { open: { app }, path: url } = this.#siteOf(path)
    const { 'accept-version': version, host } = this.headersOf(visitor, path)
    const constraints = { ...version === undefined ? {} : { version }, ...host === undefined ? {} : { host } }
    // The type of a declared route has more members; only these three are read.
    const wanted = { method, url, constraints } as Parameters<FastifyInstance['findRoute']>[0]
    const matches = app.findRoute(wanted) !== null
    return { matches, constraints: matches ? [] : this.#constraintsAt(method, path) }
  }

  #siteOf (path: string): Site & { path: string } {
    const parts = partsOf(path)
    return { ...this.#sites.get(parts.origin)!, path: parts.path }
  }

  #constraintsAt (method: string, path: string): string[] {
    const url = this.#routes.find(method, path)?.route.url
    const routes = this.#siteOf(path).open.routes
    const same = routes.filter(route => route.url === url && route.methods.includes(method))
    return same.flatMap(({ constraints }) => {
      const named = Object.entries(constraints).map(([name, value]) => `${name} '${String(value)}'`)
      return named.length === 0 ? [] : [named.join(' and ')]
    })
  }

  /** Returns the parts that the input of an action needs, and for which HAL-FORMS has no field. */
  unshownParts (action: string, method: string, path: string): readonly string[] {
    const url = this.routeOf(method, path)?.route.url
    this.#forms ??= this.open.apps.flatMap(({ app, configs, origin }) =>
      formsOf(app, configs).map(form => ({ ...form, url: origin + form.route.config.url })))
    const form = this.#forms.find(form => form.url === url && form.method === method && form.action === action)
    if (form === undefined) return []
    return findingsOf(form.tree, form.formInput).filter(({ isInTree }) => isInTree === true).map(({ name }) => name)
  }

  /** Returns the known route of a request; null if the plugin has not seen it. */
  routeOf (method: string, path: string): MatchedRoute | null {
    return this.#routes.find(method, path)
  }
}

function basesOf ({ settings: { baseUrl }, headers, origin }: OpenApp): Bases {
  const hosts = [...headers.values()].flatMap(({ host }) => host ?? [])
  return new Bases(hosts, typeof baseUrl === 'string' ? baseUrl : null, origin)
}
