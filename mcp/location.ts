import type { FastifyRequest } from 'fastify'
import { appUrls, withoutPrefix } from '../lib/resolution/app-urls.ts'
import type { Environment } from '../lib/resolution/environment.ts'
import { pathOf } from '../views/hypermedia/destination.ts'

/** Which URLs are those of the app, for one request. */
export class Location {
  /** The origin of the app with both schemes: behind a proxy, that of hrefs can differ from that of the request. */
  readonly #origins: readonly string[]
  /** The path prefix of generated hrefs. */
  readonly #prefix: string
  readonly #host: string

  constructor (request: FastifyRequest, environment: Environment) {
    const { root, prefix } = appUrls(request, environment)
    this.#origins = [`http://${root.host}`, `https://${root.host}`]
    this.#host = request.host
    this.#prefix = prefix
  }

  /** Whether an `Origin` (RFC 6454) is that of the app: of its hrefs, or of the request. */
  isOwnOrigin (origin: string): boolean {
    return [...this.#origins, `http://${this.#host}`, `https://${this.#host}`].includes(origin)
  }

  /** Returns the path within the app of an href in the response to a path; null for another site. */
  pathOfHref (href: string, from: string): string | null {
    const path = this.#origins.map(origin => pathOf(href, origin + this.#prefix + from)).find(found => found !== null) ?? null
    return path === null ? null : withoutPrefix(path, this.#prefix)
  }

  /** Returns the path of a URL from outside: a path of the app, or an absolute URL with its origin. Returns null for any other. */
  pathOfUrl (url: string): string | null {
    if (url.startsWith('/')) return pathOf(url, `${this.#origins[0]!}/`)
    return URL.canParse(url) ? this.pathOfHref(url, '/') : null
  }
}
