// The end of a route, announced in its answers: Deprecation (RFC 9745), Sunset (RFC 8594), and the link to a page about it.
import type { FastifyReply, onSendHookHandler } from 'fastify'
import type { Deprecation } from '../../types/options.ts'
import { fail } from '../errors.ts'
import { httpDate, readDate, structuredDate } from '../http/dates.ts'
import { deprecationLink, isLinkTarget } from '../http/link-header.ts'
import { checkKeys } from '../options/plugin-options.ts'
import { describe } from '../diagnostics/wording.ts'

/** The header values of a deprecated route. */
export interface DeprecationHeaders {
  readonly deprecation: string
  readonly sunset: string | null
  /** A link value: `<https://…>; rel="deprecation"`. */
  readonly link: string | null
}

/**
 * Works the headers out when the route is registered.
 * @param start the moment that stands for a missing `deprecatedAt`
 * @throws FST_ERR_HYPER_INVALID_DEPRECATION, FST_ERR_HYPER_UNKNOWN_KEY
 */
export function readDeprecation (place: string, deprecation: Deprecation, start: Date): DeprecationHeaders {
  checkKeys(place, deprecation, ['deprecatedAt', 'sunset', 'link'])
  const deprecatedAt = readMoment(`${place}, deprecatedAt`, deprecation.deprecatedAt)
  const sunset = readMoment(`${place}, sunset`, deprecation.sunset)
  if (deprecatedAt !== null && sunset !== null && sunset < deprecatedAt) {
    fail('FST_ERR_HYPER_INVALID_DEPRECATION', `${place}, sunset`, describe(deprecation.sunset), 'it is before deprecatedAt.')
  }
  return Object.freeze({
    deprecation: structuredDate(deprecatedAt ?? start),
    sunset: sunset === null ? null : httpDate(sunset),
    link: deprecation.link === undefined ? null : linkValueOf(place, deprecation.link)
  })
}

const silent = new WeakSet<FastifyReply>()

/** Announces nothing in an answer that is not the endpoint's own. */
export function keepSilent (reply: FastifyReply): void {
  silent.add(reply)
}

/** Sets the headers on every response of a route, also those that were sent before its handler ran. */
export function announce (headers: DeprecationHeaders): onSendHookHandler {
  return (_request, reply, payload, done) => {
    if (silent.has(reply)) return done(null, payload)
    reply.header('deprecation', headers.deprecation)
    if (headers.sunset !== null) reply.header('sunset', headers.sunset)
    if (headers.link !== null) appendLink(reply, headers.link)
    done(null, payload)
  }
}

// The hook may run twice on one answer: what it added before is not added again.
function appendLink (reply: FastifyReply, link: string): void {
  const existing = [reply.getHeader('link') ?? []].flat().join(', ')
  if (existing === link || existing.endsWith(`, ${link}`)) return
  reply.header('link', existing === '' ? link : `${existing}, ${link}`)
}

function readMoment (place: string, value: Date | string | undefined): Date | null {
  if (value === undefined) return null
  const date = typeof value === 'string' || value instanceof Date ? readDate(value) : null
  return date ?? fail('FST_ERR_HYPER_INVALID_DEPRECATION', place, describe(value), "give a Date or ISO 8601 text, '2026-12-31T00:00:00Z', up to the year 9999.")
}

function linkValueOf (place: string, link: unknown): string {
  if (typeof link !== 'string' || !isLinkTarget(link)) {
    fail('FST_ERR_HYPER_INVALID_DEPRECATION', `${place}, link`, describe(link), 'give a URL in printable ASCII, with spaces, quotes, angle brackets and all else that no URL has percent-encoded.')
  }
  return deprecationLink(link)
}
