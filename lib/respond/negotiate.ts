import type { FastifyRequest } from 'fastify'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { readsContent } from '../fastify/content-requests.ts'
import type { WireFormat } from '../formats/format.ts'
import { addVary } from '../http/vary.ts'
import type { Exchange, RoutePlan } from './plan.ts'

/**
 * Returns the format of a response: the route's own, else what the client accepts, else the default. Returns null for
 * one that is not registered.
 */
export function formatOf (plan: RoutePlan, request: FastifyRequest): WireFormat | null {
  const { formats, forced } = plan
  if (forced === null) return null
  if (isNegotiated(plan, request)) return formats.negotiate(request.headers.accept)
  // Pages and tools read the same of every route with links, in whichever format it sends them to clients.
  if (readsContent(request) && forced?.bare !== true) return formats.content
  return forced ?? formats.fallback
}

function isNegotiated ({ environment, forced }: RoutePlan, request: FastifyRequest): boolean {
  return forced === undefined && environment.settings.negotiateFormat && !readsContent(request)
}

/**
 * Chooses the format of a response. A negotiated response has `Vary: Accept` (RFC 9110, section 12.5.5); in an app with
 * localized strings also `Accept-Language`.
 * @throws FST_ERR_HYPER_FORMAT_NOT_REGISTERED
 */
export function negotiate ({ plan, request, reply }: Exchange): WireFormat {
  if (plan.environment.languages.any) addVary(reply, 'Accept-Language')
  if (isNegotiated(plan, request)) addVary(reply, 'Accept')
  // An error of the app is sent as it is: its response must not fail again.
  return formatOf(plan, request) ?? (reply.statusCode < 400 ? failFormat(plan) : plan.formats.fallback)
}

function failFormat ({ place, settings, formats }: RoutePlan): never {
  const name = settings.format!
  return fail('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, describe(name), suggestion(name, formats.names))
}
