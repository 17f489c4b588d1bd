import type { DocumentedRoute } from './documented-route.ts'
import type { Schema } from './schema.ts'

// In the form that @fastify/swagger expects: schemas by name.
const HEADERS = {
  ETag: { type: 'string', description: 'The version of the resource.' },
  Deprecation: { type: 'string', description: 'When the operation was deprecated (RFC 9745).' },
  Sunset: { type: 'string', description: 'When the operation stops working (RFC 8594).' },
  Location: { type: 'string', description: 'The URL of the new resource.' },
  Link: { type: 'string', description: 'Links (RFC 8288).' }
} as const

export type HeaderName = keyof typeof HEADERS

export interface RouteHeaders {
  /** On every response. */
  readonly all: readonly HeaderName[]
  /** On success responses and 304. */
  readonly success: readonly HeaderName[]
  /** On responses with links. */
  readonly linked: readonly HeaderName[]
}

export function headersOf (facts: DocumentedRoute | null): RouteHeaders {
  const headers: Record<keyof RouteHeaders, HeaderName[]> = { all: [], success: [], linked: [] }
  const { deprecation = null, etag = null } = facts?.settings ?? {}
  if (deprecation !== null) headers.all.push('Deprecation')
  if (deprecation?.sunset !== undefined) headers.all.push('Sunset')
  if (deprecation?.link !== undefined) headers.all.push('Link')
  if (etag !== null) headers.success.push('ETag')
  if (facts?.plan?.environment.settings.emitLinkHeader === true) headers.linked.push('Link')
  return headers
}

/** Returns a copy of a response with headers added. Headers that the app documents are not replaced. */
export function withHeaders (response: Schema, names: readonly HeaderName[]): Schema {
  if (names.length === 0) return response
  const own = (response['headers'] ?? {}) as Schema
  const documented = new Set(Object.keys(own).map(name => name.toLowerCase()))
  const added = names.filter(name => !documented.has(name.toLowerCase())).map(name => [name, { ...HEADERS[name] }])
  return { ...response, headers: { ...own, ...Object.fromEntries(added) as Schema } }
}
