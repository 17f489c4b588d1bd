import { headerRecords } from '../formats/present.ts'
import { deprecationLink, fieldTarget, linkHeader } from '../http/link-header.ts'
import { isSameRelation } from '../http/link-values.ts'
import { gatedCacheControl } from '../policies/private-responses.ts'
import type { RoutePlan } from './plan.ts'
import { isList } from './resources.ts'
import type { LinkedResponse } from './response.ts'
import { setValueHeader } from './value-headers.ts'

// Common proxies reject header sections that are longer.
const MAX_LINK_LENGTH = 8192

/**
 * Adds the links of a resource to the `Link` header (RFC 8288), after those that the handler set. An array has none: it
 * has no members of its own.
 */
export function setLink (response: LinkedResponse): void {
  const { plan, reply, root } = response
  if (root === null || isList(root)) return
  const existing = [reply.getHeader('link') ?? []].flat().join(', ')
  const separator = existing === '' ? '' : ', '
  const available = MAX_LINK_LENGTH - existing.length - separator.length - reserved(plan)
  const { field, cut } = linkHeader(headerRecords(root.compiled, root.parts, response), available)
  if (field !== '') setValueHeader(reply, 'link', existing + separator + field)
  if (cut) plan.environment.notices.report('HYPER012', plan.place, () => [])
}

/** Sets `Location` for a created resource (RFC 9110, section 15.3.2): its `self`, unless the app has set another. */
export function setLocation (response: LinkedResponse): void {
  const { reply, root } = response
  if (root === null || isList(root) || reply.hasHeader('location')) return
  const self = headerRecords(root.compiled, root.parts, response).find(({ rel }) => isSameRelation(rel, 'self'))
  if (self === undefined || self.templated === true) return
  const target = fieldTarget(self.href)
  if (target !== null) setValueHeader(reply, 'location', target)
}

// The deprecation link comes last.
function reserved ({ settings }: RoutePlan): number {
  const link = settings.deprecation?.link
  if (link === undefined) return 0
  return deprecationLink(link).length + ', '.length
}

/** Marks a value that policies decided on as private to its caller; an error in its place is not. */
export function setCacheControl ({ plan, reply }: LinkedResponse): void {
  const field = gatedCacheControl(plan.environment, reply)
  if (field !== null) setValueHeader(reply, 'cache-control', field)
}
