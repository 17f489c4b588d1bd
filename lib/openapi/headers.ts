import type { RouteFacts } from './route-facts.ts'
import type { Schema } from './schema.ts'

type Headers = Record<string, Schema>

// As @fastify/swagger takes them: name to schema.
const HEADERS = {
  ETag: { type: 'string', description: 'The version of the resource (RFC 9110, section 8.8.3).' },
  Vary: { type: 'string', description: 'The request headers that chose the format.' },
  Deprecation: { type: 'string', description: 'When the operation was deprecated (RFC 9745).' },
  Sunset: { type: 'string', description: 'When the operation stops working (RFC 8594).' },
  Link: { type: 'string', description: 'Links (RFC 8288).' }
} as const satisfies Headers

export type HeaderName = keyof typeof HEADERS

/** The headers of a route's answers. */
export interface RouteHeaders {
  /** On every answer. */
  readonly all: readonly HeaderName[]
  /** On success, and where the value has not changed. */
  readonly success: readonly HeaderName[]
  /** On a value with hypermedia. */
  readonly linked: readonly HeaderName[]
}

export function headersOf (facts: RouteFacts | null): RouteHeaders {
  if (facts === null) return { all: [], success: [], linked: [] }
  const { settings: { deprecation, etag, links }, plan } = facts
  const options = plan?.environment.settings
  return {
    all: present({ Deprecation: deprecation !== null, Sunset: deprecation?.sunset !== undefined, Link: deprecation?.link !== undefined }),
    success: present({ ETag: etag !== null, Vary: links !== false && plan?.forced === undefined && options?.negotiateFormat === true }),
    linked: present({ Link: options?.emitLinkHeader === true })
  }
}

/** A response with headers added; those that the app documents itself stay. */
export function withHeaders (response: Schema, names: readonly HeaderName[]): Schema {
  if (names.length === 0) return response
  const own = (response['headers'] ?? {}) as Headers
  const taken = new Set(Object.keys(own).map(name => name.toLowerCase()))
  const added = names.filter(name => !taken.has(name.toLowerCase())).map(name => [name, { ...HEADERS[name] }])
  return { ...response, headers: { ...own, ...Object.fromEntries(added) as Headers } }
}

function present (names: Partial<Record<HeaderName, boolean>>): HeaderName[] {
  return Object.entries(names).filter(([, is]) => is).map(([name]) => name as HeaderName)
}
