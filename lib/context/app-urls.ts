// Where the hrefs of an app begin for one request: its own URL, and the path that a proxy or the option `baseUrl` adds.
import type { FastifyRequest } from 'fastify'
import { originFormOf } from '../http/urls.ts'
import type { Environment } from './environment.ts'

/** Where generated hrefs begin. */
interface AppUrls {
  /** The URL of the app, with the path of hrefs. */
  readonly root: URL
  /** The path prefix of generated hrefs; `''` for none. */
  readonly prefix: string
}

/** Returns where the hrefs in the response to a request begin. */
export function appUrls (request: FastifyRequest, { origins }: Pick<Environment, 'origins'>): AppUrls {
  const found = origins.of(request)
  const base = typeof found === 'string' ? found : ''
  const root = new URL(base || '/', ownUrl(request))
  return { root, prefix: root.pathname.replace(/\/$/, '') }
}

function ownUrl ({ protocol, host }: FastifyRequest): string {
  const own = `${protocol}://${host}/`
  return URL.canParse(own) ? own : 'http://localhost/'
}

/** Returns the origin of the option `baseUrl`; null if hrefs begin with the origin of the request. */
export function publicOrigin ({ settings: { baseUrl } }: Pick<Environment, 'settings'>): string | null {
  if (typeof baseUrl !== 'string') return null
  return new URL(baseUrl).origin
}

/** Returns a path without the prefix of hrefs; null if it does not begin with the prefix. */
export function withoutPrefix (path: string, prefix: string): string | null {
  if (prefix === '') return path
  if (!path.startsWith(`${prefix}/`)) return null
  return path.slice(prefix.length)
}

/** Returns the path of a scope: the parameters of its prefix are the segments of a request of the scope. */
export function scopePath (prefix: string, { url }: Pick<FastifyRequest, 'url'>): string {
  if (!prefix.includes(':')) return prefix
  const segments = originFormOf(url).split('?', 1)[0]!.split('/')
  return prefix.split('/')
    .map((segment, index) => segment.includes(':') ? segments[index] || segment : segment).join('/')
}
