import type { Resolution } from '../resolution/resolution.ts'
import type { WireFormat } from '../formats/format.ts'
import { derivedTag, entityTag, matchesWeakly } from '../http/entity-tag.ts'
import { chain } from '../async/promises.ts'
import { checkTag } from '../options/route-options.ts'
import { arm } from './own-text.ts'
import { setHeader } from './withdraw.ts'
import type { JudgedBody } from './representation.ts'
import type { Exchange } from './service.ts'

type TagDelegate = (value: unknown, request: Exchange['request']) => string | number | null | undefined | Promise<string | number | null | undefined>

/** The tag that the delegate of a route with `etag` gives the value of a successful response; null for none. */
export function delegateTag ({ plan, request, reply }: Exchange, value: unknown): string | null | Promise<string | null> {
  if (reply.statusCode < 200 || reply.statusCode > 299) return null
  const tagOf = plan.settings.etag as TagDelegate
  return chain(tagOf(value, request), tag => entityTag(checkTag(`${plan.place}, etag`, tag)))
}

/**
 * The tag of one representation of a value (RFC 9110, section 8.8.1).
 * @param tag the delegate's
 * @param judged its body, where policies were evaluated
 */
export function representationTag (exchange: Exchange, format: WireFormat, tag: string, judged: JudgedBody | null = null): string {
  const { representations, environment } = exchange.plan.service
  exchange.languages ??= environment.languages.variant(exchange.request)
  const variant = representations.variantOf(format, exchange.languages, judged)
  return variant === null ? tag : derivedTag(tag, variant)
}

/**
 * Tags a representation, and turns a conditional read that names it into 304 (RFC 9110, section 13.1.2).
 * @returns whether the response is complete
 */
export function answerNotModified (exchange: Exchange, value: unknown, tag: string): boolean {
  const { request, reply } = exchange
  setHeader(reply, 'etag', tag)
  const condition = request.headers['if-none-match']
  if (condition === undefined || (request.method !== 'GET' && request.method !== 'HEAD') || !matchesWeakly(condition, tag)) return false
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Nothing at all is sent: an empty text would get a content length.
  arm(exchange, value, undefined)
  return true
}

/**
 * All policies are evaluated: marks a response that depends on them, and sends the tag that waited for them.
 * @param resolution null where no links were computed
 * @returns whether the response is complete
 */
export function answerJudged (exchange: Exchange, format: WireFormat, value: unknown, body: unknown, resolution: Resolution | null): boolean {
  if (resolution?.judged === true) markGated(exchange)
  if (exchange.waitingTag === null) return false
  exchange.languages = resolution?.variant
  const judged = resolution?.judged === true ? { content: Buffer.isBuffer(body) ? body : String(body), incomplete: resolution.denied } : null
  return answerNotModified(exchange, value, representationTag(exchange, format, exchange.waitingTag, judged))
}

// A shared cache must not store what one caller may see, unless the app decided otherwise.
function markGated ({ plan, reply }: Exchange): void {
  const { gatedCacheControl } = plan.service.environment.settings
  if (gatedCacheControl !== false && !reply.hasHeader('cache-control')) setHeader(reply, 'cache-control', gatedCacheControl)
}
