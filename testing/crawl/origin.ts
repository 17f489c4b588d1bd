import { withoutTrailingSlashes } from '../../lib/http/urls.ts'
import type { ReadResource } from '../document.ts'

// The origin of `app.inject`.
const LOCAL = 'http://localhost'

/** Where a URL of a crawl is: in one of several apps, its path follows the origin of the app. */
export interface CrawlPath {
  /** The origin; empty in a crawl of one app. */
  readonly origin: string
  /** The path with the query, or the pattern of a route. */
  readonly path: string
}

/** Returns the parts of a URL of a crawl. */
export function partsOf (url: string): CrawlPath {
  const [origin = ''] = /^https?:\/\/[^/]+/.exec(url) ?? []
  return { origin, path: url.slice(origin.length) }
}

/** The bases of the app's own URLs. Without a request that listens, an app may write hrefs for its public origin. */
export class Bases {
  readonly #local: string
  readonly #origins: ReadonlySet<string>
  readonly #public = new Set<string>()

  /**
   * @param hosts what the requests have in `Host`
   * @param baseUrl the option `baseUrl` of the plugin, if it is a string
   * @param origin of an app beside others; empty for the only one
   */
  constructor (hosts: readonly string[], baseUrl: string | null, origin: string) {
    this.#local = origin || LOCAL
    // `app.inject` has no TLS.
    const plain = this.#local.replace(/^https:/, 'http:')
    this.#origins = new Set([this.#local, plain, ...hosts.map(host => new URL(`http://${host}`).origin)])
    if (baseUrl !== null) this.#public.add(withoutTrailingSlashes(baseUrl))
  }

  /**
   * Learns the base of an app behind a proxy: what is before the path of the request in the `self` link
   * of its response.
   */
  learn (path: string, resources: readonly ReadResource[]): void {
    const own = resources.find(({ at }) => at === '')?.links
    const href = own?.find(({ rel }) => rel === 'self')?.href ?? ''
    if (/^https?:\/\//i.test(href) && href.endsWith(path)) this.#public.add(href.slice(0, -path.length))
  }

  /** Resolves an href to a path of the app; null if it has another origin, or is no http URL. */
  pathOf (href: string, from: string): string | null {
    const base = [...this.#public]
      .find(base => href === base || href.startsWith(`${base}/`) || href.startsWith(`${base}?`))
    const own = base === undefined ? href : href.slice(base.length) || '/'
    const url = URL.canParse(own, this.#local + from) ? new URL(own, this.#local + from) : null
    return url === null || !this.#origins.has(url.origin) ? null : url.pathname + url.search
  }
}
