import { pathOf } from '../../hypermedia/destination.ts'
import { selfIn } from '../../hypermedia/read.ts'
import { isWeak } from '../../lib/http/weak-tag.ts'
import { type Exchange, headerOf } from './http/exchange.ts'

/** The entity tag that came with a resource. */
export interface ReadTag {
  readonly value: string
  /** A weak tag never matches in `If-Match` (RFC 9110, section 13.1.1). */
  readonly isWeak: boolean
  /** The paths of the resource: of the request, and of its self link. */
  readonly paths: readonly string[]
}

/** Returns the entity tag of the resource in a response, or null. */
export function readTagOf ({ request, response }: Exchange): ReadTag | null {
  if (response === null || response.status >= 400) return null
  const value = headerOf(response, 'etag')
  if (value === undefined) return null
  const { body } = response
  const self = body.kind === 'json' ? selfIn(body.value) : undefined
  const hrefs = [...urlsOf(request.method, response), self]
  const paths = hrefs.flatMap(href => (href === undefined ? null : pathOf(href, response.url)) ?? [])
  return { value, isWeak: isWeak(value), paths }
}

// A POST responds with another resource: the created one, or the one in Content-Location (RFC 9110,
// sections 15.3.2 and 8.7).
function urlsOf (method: string, response: NonNullable<Exchange['response']>): Array<string | undefined> {
  if (method !== 'POST') return [response.url]
  return [headerOf(response, response.status === 201 ? 'location' : 'content-location')]
}
