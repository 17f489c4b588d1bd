// Entity tags and conditional reads (RFC 9110, sections 8.8.3 and 13.1.2).
import { awaited, type Steps } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import { returnedTag } from '../context/returned-tag.ts'
import { rememberTag } from '../fastify/content-requests.ts'
import type { WireFormat } from '../formats/format.ts'
import { derivedTag, matchesWeakly } from '../http/entity-tag.ts'
import { isConditionalRead } from '../http/methods.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { isDocument } from './content-type.ts'
import { listsOf, type Match } from './elements.ts'
import type { Exchange } from './plan.ts'
import { setValueHeader } from './value-headers.ts'
import type { DecidedBody } from './variants.ts'

/**
 * Returns the tag that the option `etag` of a route gives the value of a successful response;
 * null without the option, or for none.
 */
export function * resourceTag ({ plan, request, reply }: Exchange, value: unknown): Steps<string | null> {
  const { settings: { etag }, environment } = plan
  if (etag === null || reply.statusCode >= 300) return null
  const tag = yield * awaited(etag(value, request))
  return returnedTag(`${plan.place}, config.hyper, etag`, tag, environment)
}

/**
 * Derives the tag of one representation from the tag of the resource.
 * @param decided the body, if policies were evaluated
 */
function representationTag (
  exchange: Exchange, format: WireFormat, tag: string, decided: DecidedBody | null = null
): string {
  const { variants, environment } = exchange.plan
  exchange.languages ??= environment.languages.choose(exchange.request)
  const variant = variants.of(format, exchange.languages, exchange.demanded, decided)
  return variant === null ? tag : derivedTag(tag, variant)
}

/**
 * Sets the tag of a response, and the status 304 if the client has the representation. Returns whether the status is
 * 304: then no body is sent.
 * @param format null without links
 */
export function setTag (exchange: Exchange, format: WireFormat | null, tag: string): boolean {
  const { request, reply } = exchange
  setValueHeader(reply, 'etag', tag)
  rememberTag(request, tag)
  const condition = request.headers['if-none-match']
  if (condition === undefined || !isConditionalRead(request.method) || !matchesWeakly(condition, tag)) return false
  if (format !== null && isDocument(format, reply)) format.setHeaders?.(reply)
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return true
}

/**
 * Sets the tag before links are resolved. Where policies decide which representation is sent, the tag is deferred until
 * they are evaluated.
 * Returns whether the status is 304.
 */
export function setTagOrDefer (exchange: Exchange, format: WireFormat, matched: Match | null, tag: string): boolean {
  if (matched !== null && isByPolicy(exchange, format, matched)) {
    exchange.deferredTag = tag
    return false
  }
  // Without a configuration, all formats send the same JSON; only a document of it differs.
  const isSame = matched === null && format.document === undefined
  return setTag(exchange, format, isSame ? tag : representationTag(exchange, format, tag))
}

// Whether policies may decide on members that a format shows of a value.
function isByPolicy ({ plan: { registry } }: Exchange, format: WireFormat, match: Match): boolean {
  if (format.bare || !registry.hasPolicies) return false
  const decided = (compiled: CompiledConfig | null) =>
    compiled !== null && registry.isByPolicy(compiled, format.actions)
  return (match.kind !== 'list' && decided(match.compiled)) ||
    listsOf(match).some(({ configs }) => configs.some(decided))
}

/** Sets a deferred tag, once all policies were evaluated. Returns whether the status is 304. */
export function setDeferredTag (
  exchange: Exchange, format: WireFormat, body: unknown, resolution: Resolution
): boolean {
  const { deferredTag, plan: { environment: { extensions } } } = exchange
  if (deferredTag === null) return false
  exchange.languages = resolution.languages
  // The member of the content has another name on each instance, and the same page needs the same tag.
  const content = String(body).replaceAll(extensions.contentMember, '')
  const decided = resolution.decided ? { content, incomplete: resolution.denied } : null
  return setTag(exchange, format, representationTag(exchange, format, deferredTag, decided))
}
