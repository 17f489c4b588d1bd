import { headerRecords } from '../formats/records.ts'
import { deprecationLink, linkHeader } from '../http/link-header.ts'
import type { LinkedResource } from '../links/level.ts'
import { gatedCacheControl } from '../resolution/gated-cache-control.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { setValueHeader } from './value-headers.ts'

// Common proxies reject header sections that are longer.
const MAX_LINK_LENGTH = 8192

/** Adds the links of a resource to the `Link` header (RFC 8288), after those that the handler set. */
export function setLink ({ plan, reply }: Exchange, resource: LinkedResource, resolution: Resolution): void {
  const existing = [reply.getHeader('link') ?? []].flat().join(', ')
  const separator = existing === '' ? '' : ', '
  const available = MAX_LINK_LENGTH - existing.length - separator.length - reserved(plan)
  const { field, cut } = linkHeader(headerRecords(resource.compiled, resource, resolution), available)
  if (field !== '') setValueHeader(reply, 'link', existing + separator + field)
  if (cut) plan.environment.notices.warn('HYPER012', plan.place, () => [])
}

// The deprecation link comes last.
function reserved ({ settings }: RoutePlan): number {
  const link = settings.deprecation?.link
  return link === undefined ? 0 : deprecationLink(link).length + ', '.length
}

/** Marks a value that depends on policies as private to its caller; an error in its place is not. */
export function setCacheControl ({ plan, reply }: Exchange): void {
  const field = gatedCacheControl(plan.environment, reply)
  if (field !== null) setValueHeader(reply, 'cache-control', field)
}
