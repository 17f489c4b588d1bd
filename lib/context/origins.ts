import type { FastifyRequest } from 'fastify'
import { isUnwanted } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { called } from '../errors.ts'
import { isFromTrustedProxy } from '../fastify/internals.ts'
import { baseOf, isAuthority, prefixOf, withoutTrailingSlashes } from '../http/urls.ts'
import { optionPlace } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'
import { lastResult } from '../remembered.ts'

/** Why hrefs have no origin: the request's own cannot be trusted, or a function returned no URL. */
interface NoOrigin {
  readonly place: string
  readonly reason: string
}

const NO_HOST: NoOrigin = Object.freeze({
  place: 'request origin',
  reason: 'the scheme is not http or https, or Host is not a plain host name. ' +
    'Set the option baseUrl to be independent of what clients send'
})

const NO_PREFIX: NoOrigin = Object.freeze({
  place: optionPlace('baseUrl, prefixHeader'),
  reason: 'the header of the proxy contains no path. It is a path such as /v1, without a query and without dot segments'
})

const BASE_URL = optionPlace('baseUrl')

/** What stands before the path of every generated href; `''` makes them path-relative. */
export interface Origins {
  /** The base for one request, or why it has none. */
  of (request: FastifyRequest): string | NoOrigin
  /** The base where there is no request. */
  readonly fallback: string
}

/** How this app's hrefs begin: the option `baseUrl`, or the request's protocol and host (RFC 9110, section 7.2). */
export function createOrigins (settings: Pick<Settings, 'baseUrl' | 'hrefs'>): Origins {
  const { baseUrl } = settings
  const originOf = settings.hrefs === 'path' ? () => '' : requestOrigin()
  const shorten = settings.hrefs === 'path' ? basePath : (base: string) => base
  if (typeof baseUrl === 'string') {
    const base = shorten(baseUrl)
    return { of: () => base, fallback: base }
  }
  if (baseUrl === null) return { of: originOf, fallback: '' }
  if (typeof baseUrl === 'object') return { of: withPrefix(originOf, baseUrl.prefixHeader), fallback: '' }
  return { of: requestedOrigin(baseUrl, shorten), fallback: '' }
}

function basePath (base: string): string {
  return withoutTrailingSlashes(new URL(base).pathname)
}

// Only a trusted proxy names the prefix. Of several values, the last comes from the nearest proxy,
// as Fastify reads the others.
function withPrefix (originOf: Origins['of'], header: string): Origins['of'] {
  return request => {
    const origin = originOf(request)
    const sent = request.headers[header]
    if (sent === undefined || typeof origin !== 'string' || !isFromTrustedProxy(request)) return origin
    const prefix = prefixOf(String(sent).split(',').at(-1)!.trim())
    if (prefix === null) return NO_PREFIX
    return origin + prefix
  }
}

function requestedOrigin (
  read: (request: FastifyRequest) => unknown, shorten: (base: string) => string
): Origins['of'] {
  const originFrom = lastResult((given: unknown) => {
    if (isUnwanted(given)) return noUrl(given, '. It is synchronous: await before, for example in an onRequest hook')
    const base = baseOf(given as string)
    if (base === null) return noUrl(given, '')
    return shorten(base)
  })
  return request => originFrom(called(BASE_URL, () => read(request)))
}

function noUrl (given: unknown, remedy: string): NoOrigin {
  return {
    place: BASE_URL,
    reason: `the function baseUrl returned ${kindOf(given)}, and no absolute http or https URL${remedy}`
  }
}

// The check of a host takes a microsecond, and most apps have one.
function requestOrigin (): Origins['of'] {
  const originsOf = lastResult((host: string) => {
    if (!isAuthority(host)) return { http: NO_HOST, https: NO_HOST }
    return { http: `http://${host}`, https: `https://${host}` }
  })
  return ({ protocol, host }) => {
    if (protocol !== 'http' && protocol !== 'https') return NO_HOST
    return originsOf(host)[protocol]
  }
}
