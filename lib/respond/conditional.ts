// Entity tags and conditional reads (RFC 9110, sections 8.8.3 and 13.1.2).
import type { Steps } from '../async/steps.ts'
import { rememberTag } from '../fastify/content-requests.ts'
import { derivedTag, matchesWeakly } from '../http/entity-tag.ts'
import { isConditionalRead } from '../http/methods.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { isDocument } from './content-type.ts'
import { listsOf, type Match } from './elements.ts'
import type { LinkedResponse } from './response.ts'
import { setValueHeader } from './value-headers.ts'
import type { DecidedBody } from './variants.ts'

/** Calls the option `etag` of the route for the value of a successful response. */
export function * tagResource (response: LinkedResponse): Steps<void> {
  const { plan: { settings: { etag }, environment: { notices } }, request, reply, value } = response
  if (etag !== null && reply.statusCode < 300) response.tag = yield * etag.of(value, request, notices)
}

/**
 * Derives the tag of one representation from the tag of the resource.
 * @param decided the body, if policies were evaluated
 */
function representationTag (response: LinkedResponse, tag: string, decided: DecidedBody | null = null): string {
  const variant = response.plan.variants.of(response, decided)
  if (variant === null) return tag
  return derivedTag(tag, variant)
}

/** Sets the tag of a response without links. Returns whether the status is 304: then no body is sent. */
export function setOnlyTag (response: LinkedResponse): boolean {
  return response.tag !== null && setTag(response, response.tag)
}

function setTag ({ request, reply, format }: LinkedResponse, tag: string): boolean {
  setValueHeader(reply, 'etag', tag)
  rememberTag(request, tag)
  const condition = request.headers['if-none-match']
  if (condition === undefined || !isConditionalRead(request.method) || !matchesWeakly(condition, tag)) return false
  if (isDocument(format, reply)) format.setHeaders?.(reply)
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return true
}

/**
 * Sets the tag before links are resolved. Where policies decide which representation is sent, it waits until they are
 * evaluated.
 * Returns whether the status is 304.
 */
export function setTagOrDefer (response: LinkedResponse): boolean {
  const { format, matched, tag } = response
  if (tag === null || (matched !== null && isByPolicy(response, matched))) return false
  response.tag = null
  // Without a configuration, all formats send the same JSON; only a document of it differs.
  if (matched === null && format.document === undefined) return setTag(response, tag)
  return setTag(response, representationTag(response, tag))
}

// Whether policies may decide on members that a format shows of a value.
function isByPolicy ({ plan: { registry }, format }: LinkedResponse, match: Match): boolean {
  if (format.bare || !registry.hasPolicies) return false
  const decided = (compiled: CompiledConfig | null) =>
    compiled !== null && registry.isByPolicy(compiled, format.actions)
  return (match.kind !== 'list' && decided(match.compiled)) ||
    listsOf(match).some(({ configs }) => configs.some(decided))
}

/** Sets the tag that has waited for policies. Returns whether the status is 304. */
export function setDeferredTag (response: LinkedResponse): boolean {
  const { tag, body, environment: { extensions } } = response
  if (tag === null) return false
  // The member of the content has another name on each instance, and the same page needs the same tag.
  const content = String(body).replaceAll(extensions.contentMember, '')
  const decided = response.decided ? { content, incomplete: response.denied } : null
  return setTag(response, representationTag(response, tag, decided))
}
