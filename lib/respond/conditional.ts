// Entity tags and conditional reads (RFC 9110, sections 8.8.3 and 13.1.2).
import { Hash } from 'node:crypto'
import { awaited, type Steps } from '../async/steps.ts'
import type { WireFormat } from '../formats/format.ts'
import { isConditionalRead } from '../http/methods.ts'
import { derivedTag, matchesWeakly } from '../http/entity-tag.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { returnedTag } from '../resolution/returned-tag.ts'
import { isDocument } from './content-type.ts'
import { setCacheControl } from './headers.ts'
import type { Exchange } from './plan.ts'
import { send } from './send.ts'
import { setValueHeader } from './value-headers.ts'
import type { JudgedBody } from './variants.ts'

/** Returns the tag that the option `etag` of a route gives the value of a successful response; null without the option, or for none. */
export function * resourceTag ({ plan, request, reply }: Exchange, value: unknown): Steps<string | null> {
  const { settings: { etag }, environment, isPreconditioned } = plan
  if (etag === null || reply.statusCode >= 300) return null
  const tag = yield * awaited(etag(value, request))
  return returnedTag(`${plan.place}, config.hyper, etag`, tag, environment, isPreconditioned)
}

/** Derives the tag of one representation from the tag of the resource. @param judged the body, if policies were evaluated */
export function representationTag (exchange: Exchange, format: WireFormat, tag: string, judged: JudgedBody | null = null): string {
  const { variants, environment } = exchange.plan
  exchange.languages ??= environment.languages.variant(exchange.request)
  const variant = variants.of(format, exchange.languages, exchange.demanded, judged)
  return variant === null ? tag : derivedTag(tag, variant)
}

/**
 * Sets the tag of a response, and sends 304 if the client has the representation. Returns whether it did. @param format null without links
 */
export function sendNotModified (exchange: Exchange, format: WireFormat | null, value: unknown, tag: string): boolean {
  const { request, reply } = exchange
  setValueHeader(reply, 'etag', tag)
  const condition = request.headers['if-none-match']
  if (condition === undefined || !isConditionalRead(request.method) || !matchesWeakly(condition, tag)) return false
  if (format !== null && isDocument(format, reply)) format.setHeaders?.(reply)
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Undefined, because an empty string would get a content length.
  send(exchange, value, undefined)
  return true
}

/**
 * After all policies were evaluated, sets the headers that depend on them: `Cache-Control`, and the tag that waited for them.
 * @param body or its hash, if a policy was evaluated
 * @param resolution null if no links were resolved
 * @returns whether 304 was sent
 */
export function finishJudgement (
  exchange: Exchange, format: WireFormat, value: unknown, body: unknown, resolution: Resolution | null
): boolean {
  if (resolution?.judged === true) setCacheControl(exchange)
  if (exchange.pendingTag === null) return false
  exchange.languages = resolution?.variant
  // The random name would give the same page another tag on each instance.
  const content = body instanceof Hash ? body : String(body).replaceAll(exchange.plan.environment.extensions.contentMember, '')
  const judged = resolution?.judged === true ? { content, incomplete: resolution.denied } : null
  return sendNotModified(exchange, format, value, representationTag(exchange, format, exchange.pendingTag, judged))
}
