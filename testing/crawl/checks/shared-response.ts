import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../exchange.ts'
import type { CallersEvent, Check } from './check.ts'

/** CRAWL008: a response that differs between callers and that a shared cache may store (RFC 9111, section 3). */
export const sharedResponse: Check = {
  code: 'CRAWL008',
  async inspect (event) {
    if (event.kind !== 'callers' || !isShared(event.one) || isSame(event.one, event.other) || isKeyedBy(event)) {
      return null
    }
    // A response that differs each time does not depend on the caller.
    if (!isSame(event.one, await event.again())) return null
    const { one, other: { status, visitor } } = event
    return `the response is another for ${visitor.caller.name} (${status}), and a shared cache may store it: ` +
      `Cache-Control is ${one.headers['cache-control'] ?? 'missing'}. Send Cache-Control: private, ` +
      'or Vary with the header that decides.'
  }
}

function isSame (one: Exchange, other: Exchange): boolean {
  return one.status === other.status && isDeepStrictEqual(one.document, other.document)
}

/**
 * Whether a shared cache may send a response to another caller without asking the app (RFC 9111, sections 3 and 3.5).
 */
export function isShared ({ status, headers, sent }: Exchange): boolean {
  const directives = (headers['cache-control'] ?? '').toLowerCase().split(',')
    .map(part => part.trim().replace(/=.*/s, ''))
  const has = (...names: string[]) => names.some(name => directives.includes(name))
  if (status !== 200 || has('private', 'no-store', 'no-cache')) return false
  return !('authorization' in sent) || has('public', 's-maxage', 'must-revalidate')
}

// Whether a cache keys the response by a header in which the callers differ (RFC 9111, section 4.1).
function isKeyedBy ({ one, other }: CallersEvent): boolean {
  const vary = (one.headers['vary'] ?? '').toLowerCase().split(',').map(name => name.trim())
  return vary.some(name => name === '*' || one.sent[name] !== other.sent[name])
}
