import { entityTag, matchesWeakly } from '../http/entity-tag.ts'
import { chain } from '../promises.ts'
import { checkTag } from '../route-options.ts'
import { arm } from './own-text.ts'
import { setHeader } from './withdraw.ts'
import type { Exchange } from './service.ts'

type TagDelegate = (value: unknown, request: Exchange['request']) => string | number | null | undefined | Promise<string | number | null | undefined>

/**
 * Tags a successful answer, and turns a conditional read that matches into 304 (RFC 9110, sections 8.8.3 and 13.1.2).
 * @returns whether the answer is complete
 */
export function answerNotModified (exchange: Exchange, value: unknown): boolean | Promise<boolean> {
  const { plan, request, reply } = exchange
  const tagOf = plan.settings.etag as TagDelegate | null
  if (tagOf === null || reply.statusCode < 200 || reply.statusCode > 299) return false
  return chain(tagOf(value, request), tag => answer(exchange, value, entityTag(checkTag(`${plan.place}, etag`, tag))))
}

function answer (exchange: Exchange, value: unknown, tag: string | null): boolean {
  if (tag === null) return false
  const { request, reply } = exchange
  setHeader(reply, 'etag', tag)
  const condition = request.headers['if-none-match']
  if (condition === undefined || (request.method !== 'GET' && request.method !== 'HEAD') || !matchesWeakly(condition, tag)) return false
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Nothing at all is sent: an empty text would get a content length.
  arm(exchange, value, undefined)
  return true
}
