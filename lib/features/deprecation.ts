// The headers of a deprecated route: Deprecation (RFC 9745), Sunset (RFC 8594), and the link to a page about it.
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify'
import type { Deprecation } from '../../types/route-options.ts'
import { Notices } from '../diagnostics/notices.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { hasLogger } from '../fastify/internals.ts'
import { addMark, type Marked, REQUEST } from '../fastify/marks.ts'
import { declaredPlace, routesOf } from '../fastify/routes.ts'
import { httpDate, readDate, structuredDate } from '../http/dates.ts'
import { deprecationLink, isLinkTarget } from '../http/link-header.ts'
import { checkKeys } from '../options/checks.ts'

interface DeprecationHeaders {
  readonly dates: Readonly<Record<string, string>>
  /** A link value: `<https://…>; rel="deprecation"`. */
  readonly link: string | null
}

/**
 * Returns the headers of a deprecated route; called when the route is registered.
 * @param start of the app: the default of `deprecatedAt`, unless `sunset` is earlier
 */
export function readDeprecation (place: string, deprecation: Deprecation, start: Date): DeprecationHeaders {
  checkKeys(place, deprecation, ['deprecatedAt', 'sunset', 'link'])
  const deprecatedAt = readMoment(`${place}, deprecatedAt`, deprecation.deprecatedAt)
  const sunset = readMoment(`${place}, sunset`, deprecation.sunset)
  if (deprecatedAt !== null && sunset !== null && sunset < deprecatedAt) {
    fail(
      'FST_ERR_HYPER_INVALID_DEPRECATION', `${place}, sunset`, describe(deprecation.sunset),
      'It is before deprecatedAt.'
    )
  }
  const link = linkValueOf(place, deprecation.link)
  if (sunset === null) return { dates: { deprecation: structuredDate(deprecatedAt ?? start) }, link }
  // The sunset is not before the deprecation (RFC 9745, section 4).
  const latest = sunset < start ? sunset : start
  return { dates: { deprecation: structuredDate(deprecatedAt ?? latest), sunset: httpDate(sunset) }, link }
}

/** Omits the headers from a response that is not sent by the route itself. */
export function omitDeprecation ({ request }: FastifyReply): void {
  addMark(request, REQUEST, { omitsDeprecation: true })
}

/**
 * Returns a hook that sets the headers on every response of a route, also those that are sent before its handler runs.
 */
export function deprecationHook ({ dates, link }: DeprecationHeaders): onSendHookHandler {
  return (request, reply, payload, done) => {
    if ((request as Marked)[REQUEST]?.omitsDeprecation === true) return done(null, payload)
    reply.headers(dates)
    if (link !== null) appendLink(reply, link)
    done(null, payload)
  }
}

// The hook may run twice for one response.
function appendLink (reply: FastifyReply, link: string): void {
  const existing = [reply.getHeader('link') ?? []].flat().join(', ')
  if (existing === '') reply.header('link', link)
  else if (existing !== link && !existing.endsWith(`, ${link}`)) reply.header('link', `${existing}, ${link}`)
}

function readMoment (place: string, value: Date | string | undefined): Date | null {
  if (value === undefined) return null
  const date = (typeof value === 'string' || value instanceof Date) && readDate(value)
  const remedy = "Give a Date or an ISO 8601 string such as '2026-12-31T00:00:00Z', up to the year 9999."
  return date || fail('FST_ERR_HYPER_INVALID_DEPRECATION', place, describe(value), remedy)
}

function linkValueOf (place: string, link: unknown): string | null {
  if (link === undefined) return null
  if (typeof link !== 'string' || !isLinkTarget(link)) {
    const remedy =
      'Give a URL in printable ASCII, with other characters percent-encoded, and spaces, quotes and angle brackets too.'
    fail('FST_ERR_HYPER_INVALID_DEPRECATION', `${place}, link`, describe(link), remedy)
  }
  return deprecationLink(link)
}

/**
 * Reports when the app becomes ready, once, a deprecation where the plugin that sends its headers is not
 * registered (`HYPER013`).
 */
export function reportUnannounced (app: FastifyInstance): void {
  const scopes: [server: FastifyInstance, place: string][] = []
  app.addHook('onRegister', (scope, options: { prefix?: string, hyper?: unknown }) => {
    if (isDeprecated(options.hyper)) scopes.push([scope, `the scope ${options.prefix ?? ''}`.trimEnd()])
  })
  app.addHook('onReady', done => {
    const routes = routesOf(app).filter(({ config }) => isDeprecated(config.hyper))
    const declared = [...routes.map(route => [route.server, declaredPlace(route)] as const), ...scopes]
    const unannounced = declared.find(([server]) => !server.hasDecorator('hyper'))
    if (unannounced !== undefined) new Notices(app, hasLogger(app.log)).report('HYPER013', unannounced[1], () => [])
    done()
  })
}

// Without the plugin, the option is not checked.
function isDeprecated (hyper: unknown): boolean {
  return Boolean((hyper as { deprecation?: unknown } | null | undefined)?.deprecation)
}
