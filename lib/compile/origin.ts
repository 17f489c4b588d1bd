import type { FastifyRequest } from 'fastify'
import { isAuthority } from '../http/authority.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import { baseOf, type Settings } from '../settings.ts'

/** What stands before the path of every generated href; `''` makes them path-relative. */
export interface Origins {
  /** The base for one request; null where its own origin cannot be trusted, or a function gave no URL. */
  of (request: FastifyRequest): string | null
  /** The base where there is no request. */
  readonly fallback: string
}

/** How this app's hrefs begin: the option `baseUrl`, or the request's protocol and host (RFC 9110, section 7.2). */
export function createOrigins (settings: Pick<Settings, 'baseUrl' | 'hrefs'>): Origins {
  const { baseUrl } = settings
  const shorten = settings.hrefs === 'path' ? pathOf : (base: string) => base
  if (typeof baseUrl === 'string') {
    const base = shorten(baseUrl)
    return { of: () => base, fallback: base }
  }
  if (baseUrl !== null) return { of: remembered(baseUrl, text => mapped(baseOf(text), shorten)), fallback: '' }
  if (settings.hrefs === 'path') return { of: () => '', fallback: '' }
  return { of: requestOrigin(), fallback: '' }
}

function pathOf (base: string): string {
  return withoutTrailingSlashes(new URL(base).pathname)
}

function mapped (base: string | null, change: (base: string) => string): string | null {
  return base === null ? null : change(base)
}

function remembered (read: (request: FastifyRequest) => string, make: (text: string) => string | null): Origins['of'] {
  let last: unknown
  let base: string | null = null
  return request => {
    const text = read(request)
    if (text !== last) {
      base = make(text)
      last = text
    }
    return base
  }
}

// The host that came last is remembered: its check costs a microsecond, and most apps have one.
function requestOrigin (): Origins['of'] {
  let lastProtocol = ''
  let lastHost = ''
  let origin: string | null = null
  return request => {
    const { protocol, host } = request
    if (host !== lastHost || protocol !== lastProtocol) {
      origin = (protocol === 'http' || protocol === 'https') && isAuthority(host) ? `${protocol}://${host}` : null
      lastProtocol = protocol
      lastHost = host
    }
    return origin
  }
}
