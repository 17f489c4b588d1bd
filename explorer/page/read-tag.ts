import { headerOf, type Exchange } from './http/exchange.ts'
import { pathOf } from './hypermedia/destination.ts'
import { linksOf } from './hypermedia/link.ts'
import { isObject, member } from './hypermedia/members.ts'
import { selfOf } from './hypermedia/resource.ts'

/** The entity tag that came with a resource. */
export interface ReadTag {
  readonly value: string
  /** If-Match never accepts it (RFC 9110, section 13.1.1). */
  readonly isWeak: boolean
  /** The paths of the resource itself: that of the request, and that of its self link. */
  readonly paths: readonly string[]
}

/** The tag of the resource in a response, or null. */
export function readTagOf ({ request, answer }: Exchange): ReadTag | null {
  if (answer === null || answer.status >= 400) return null
  const value = headerOf(answer, 'etag')
  if (value === undefined) return null
  const self = answer.body.kind === 'json' && isObject(answer.body.value) ? selfOf(linksOf(member(answer.body.value, '_links'))) : undefined
  const hrefs = [...urlsOf(request.method, answer), self]
  const paths = hrefs.flatMap(href => (href === undefined ? null : pathOf(href, answer.url)) ?? [])
  return { value, isWeak: value.startsWith('W/'), paths }
}

// What a POST sends back is another resource: the one that it made, or the one that it names (RFC 9110, sections 15.3.2 and 8.7).
function urlsOf (method: string, answer: NonNullable<Exchange['answer']>): Array<string | undefined> {
  if (method !== 'POST') return [answer.url]
  return [headerOf(answer, answer.status === 201 ? 'location' : 'content-location')]
}
