import type { FastifyRequest } from 'fastify'
import { pathOf } from '../hypermedia/destination.ts'
import { appUrls, withoutPrefix } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'

/** The most characters of a URL that tools open: every link of a representation is resolved against its URL. */
export const LONGEST_URL = 8192

/** Which URLs are those of the app, for one request. */
export class Location {
  /** The origin of the app with both schemes: behind a proxy, that of hrefs can differ from that of the request. */
  readonly #plain: string
  readonly #secure: string
  /** The path prefix of generated hrefs. */
  readonly #prefix: string
  readonly #host: string

  constructor (request: FastifyRequest, environment: Environment) {
    const { root, prefix } = appUrls(request, environment)
    this.#plain = `http://${root.host}`
    this.#secure = `https://${root.host}`
    this.#host = request.host
    this.#prefix = prefix
  }

  /** Whether an `Origin` (RFC 6454) is that of the app: of its hrefs, or of the request. */
  isOwnOrigin (origin: string): boolean {
    return [this.#plain, this.#secure, `http://${this.#host}`, `https://${this.#host}`].includes(origin)
  }

  /** Returns the path within the app of an href in the response to a path; null for another site. */
  pathOfHref (href: string, from: string): string | null {
    // Both origins resolve an href without a scheme to the same path. With one base for a document,
    // that base is parsed once.
    const origin = /^\s*https:/i.test(href) ? this.#secure : this.#plain
    const path = pathOf(href, origin + this.#prefix + from)
    return path === null ? null : withoutPrefix(path, this.#prefix)
  }

  /**
   * Returns the path of a URL from outside: a path of the app, or an absolute URL with its origin.
   * Returns null for any other.
   */
  pathOfUrl (url: string): string | null {
    if (url.startsWith('/')) return pathOf(url, `${this.#plain}/`)
    return URL.canParse(url) ? this.pathOfHref(url, '/') : null
  }
}
