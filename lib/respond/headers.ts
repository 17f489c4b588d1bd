import type { FastifyReply } from 'fastify'
import type { CompiledConfig, Slots } from '../links/compiled.ts'
import { headerRecords } from '../links/records.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { WireFormat } from '../formats/format.ts'
import { deprecationLink, linkHeader } from '../http/link-header.ts'
import { essence, relabel } from '../http/media-type.ts'
import type { Exchange, RoutePlan } from './service.ts'
import { setHeader } from './withdraw.ts'

// What a header section may hold of links; more than this is refused by common proxies.
const LINK_LIMIT = 8192

/**
 * Gives an answer the media type of its format, where it is labelled exactly application/json.
 * Only after its text exists: Fastify chooses response schemas by the content type.
 */
export function labelWith (format: WireFormat, reply: FastifyReply): void {
  if (format.mediaType === 'application/json') return
  const label = relabel(String(reply.getHeader('content-type')), 'application/json', format.mediaType)
  if (label !== null) reply.header('content-type', label)
}

/** The media type that a response is sent with, in lower case: what a format makes of it, or what it is; null for no format. */
export function sentType (format: WireFormat | null, reply: FastifyReply): string {
  const current = String(reply.getHeader('content-type'))
  return essence((format === null ? null : relabel(current, 'application/json', format.mediaType)) ?? current)
}

/** Tells the links of the top-level value in a `Link` header (RFC 8288), after what the handler set. */
export function tellLinks ({ plan, reply }: Exchange, compiled: CompiledConfig, slots: Slots, resolution: Resolution): void {
  const existing = [reply.getHeader('link') ?? []].flat().join(', ')
  const separator = existing === '' ? '' : ', '
  const { text, cut } = linkHeader(headerRecords(compiled, slots, resolution), LINK_LIMIT - existing.length - separator.length - reserved(plan))
  if (text !== '') setHeader(reply, 'link', existing + separator + text)
  if (cut) plan.service.environment.notices.warn('HYPER012', plan.place, () => [])
}

// The deprecation link comes last, and has its place.
function reserved ({ settings }: RoutePlan): number {
  const link = settings.deprecation?.link
  return link === undefined ? 0 : deprecationLink(link).length + ', '.length
}
