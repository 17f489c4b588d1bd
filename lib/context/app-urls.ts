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
  const own = `${request.protocol}://${request.host}/`
  const root = new URL(
    typeof found === 'string' && found !== '' ? found : '/', URL.canParse(own) ? own : 'http://localhost/'
  )
  return { root, prefix: root.pathname.replace(/\/$/, '') }
}

/** Returns the origin of the option `baseUrl`; null if hrefs begin with the origin of the request. */
export function publicOrigin ({ settings: { baseUrl } }: Pick<Environment, 'settings'>): string | null {
  return typeof baseUrl === 'string' ? new URL(baseUrl).origin : null
}

/** Returns a path without the prefix of hrefs; null if it does not begin with the prefix. */
export function withoutPrefix (path: string, prefix: string): string | null {
  if (prefix === '') return path
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null
}

/** Returns the path of a scope: the parameters of its prefix are the segments of a request of the scope. */
export function scopePath (prefix: string, { url }: Pick<FastifyRequest, 'url'>): string {
  if (!prefix.includes(':')) return prefix
  const segments = originFormOf(url).split('?', 1)[0]!.split('/')
  return prefix.split('/')
    .map((segment, index) => segment.includes(':') ? segments[index] || segment : segment).join('/')
}
