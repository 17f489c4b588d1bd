import type { FastifyRequest } from 'fastify'
import { pathOf } from '../hypermedia/destination.ts'
import { appUrls, withoutPrefix } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'
import { mayHaveDotSegment } from '../lib/http/urls.ts'
import type { AllowedService } from './options.ts'

/** The most characters of a URL that tools open: every link of a representation is resolved against its URL. */
export const LONGEST_URL = 8192

/** A service that requests may go to, for one request. */
interface Site {
  /** The origin and path prefix of its URLs. */
  readonly base: string
  readonly hasCredentials: boolean
}

/**
 * Which URLs belong to the app, and to services that it may send requests to, for one request. A path is of
 * the app; a URL of a service stays a URL.
 */
export class Location {
  /** The origin of the app with both schemes: behind a proxy, hrefs can have another scheme than the request. */
  readonly #plain: string
  readonly #secure: string
  /** The path prefix of generated hrefs. */
  readonly #prefix: string
  readonly #host: string
  readonly #sites: readonly Site[]

  constructor (request: FastifyRequest, environment: Environment, services: readonly AllowedService[]) {
    const { root, prefix } = appUrls(request, environment)
    this.#plain = `http://${root.host}`
    this.#secure = `https://${root.host}`
    this.#host = request.host
    this.#prefix = prefix
    // Behind one gateway, the longer base counts.
    this.#sites = services.map(({ service, hasCredentials }) => ({ base: service.base(request), hasCredentials }))
      .sort((one, other) => other.base.length - one.base.length)
  }

  /** Whether an `Origin` (RFC 6454) is the app's: of its hrefs, or of the request. */
  isOwnOrigin (origin: string): boolean {
    return [this.#plain, this.#secure, `http://${this.#host}`, `https://${this.#host}`].includes(origin)
  }

  /**
   * Returns the path within the app of an href in the response to a path, or its URL in a service that requests may go
   * to; null for another site.
   */
  pathOfHref (href: string, from: string): string | null {
    // Both origins resolve an href without a scheme to the same path. With one base for a document,
    // that base is parsed once.
    const origin = /^\s*https:/i.test(href) ? this.#secure : this.#plain
    if (!from.startsWith('/')) return URL.canParse(href, from) ? this.pathOfHref(new URL(href, from).href, '/') : null
    const base = origin + this.#prefix
    const path = pathOf(href, base + from)
    const own = path === null ? null : withoutPrefix(path, this.#prefix)
    return this.#sites.length === 0 ? own : this.#serviceUrl(href, base, own !== null) ?? own
  }

  // Parsed first: what stands before the path then is the origin, whoever wrote the href. Behind one gateway,
  // the longer base counts.
  #serviceUrl (href: string, base: string, isOwn: boolean): string | null {
    const url = URL.canParse(href) ? new URL(href) : null
    if (url === null || url.username !== '' || url.password !== '') return null
    // A gateway that resolves them may send it to another service than the one whose base it begins with.
    if (mayHaveDotSegment(url.pathname)) return null
    url.hash = ''
    const site = this.#siteOf(url.href)
    return site === null || (isOwn && site.base.length <= base.length) ? null : url.href
  }

  #siteOf (url: string): Site | null {
    return this.#sites.find(({ base }) => url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`)) ??
      null
  }

  /** Whether an action of a document may be sent: the app may name actions of services, and a service only its own. */
  mayAct (target: string, from: string): boolean {
    return from.startsWith('/') || (!target.startsWith('/') && this.#siteOf(target) === this.#siteOf(from))
  }

  /** Whether a request to a URL of a service may have the credentials of the caller. */
  hasCredentials (url: string): boolean {
    return this.#siteOf(url)?.hasCredentials === true
  }

  /**
   * Returns the path of a URL from outside: a path of the app, or an absolute URL with its origin, or with the origin
   * of a service. Returns null for any other.
   */
  pathOfUrl (url: string): string | null {
    if (url.startsWith('/')) return pathOf(url, `${this.#plain}/`)
    return URL.canParse(url) ? this.pathOfHref(url, '/') : null
  }
}
