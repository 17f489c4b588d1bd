import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { readsContent } from '../fastify/content-requests.ts'
import type { WireFormat } from '../formats/format.ts'
import { addVary } from '../http/vary.ts'
import type { RoutePlan } from './plan.ts'
import type { LinkedResponse } from './response.ts'

/**
 * Returns the format of a response: the route's own, else what the client accepts, else the default. Returns null for
 * one that is not registered.
 */
export function formatOf (plan: RoutePlan, request: FastifyRequest): WireFormat | null {
  const { formats, forced, isNegotiated } = plan
  if (forced === null) return null
  // Pages and tools read the same of every route with links, in whichever format it sends them to clients.
  if (readsContent(request) && forced?.bare !== true) return formats.content
  if (isNegotiated) return formats.negotiate(request.headers.accept)
  return forced ?? formats.fallback
}

/**
 * Chooses the format of a response. A negotiated response has `Vary: Accept` (RFC 9110, section 12.5.5); in an app with
 * localized strings also `Accept-Language`.
 * @throws FST_ERR_HYPER_FORMAT_NOT_REGISTERED
 */
export function negotiate (response: LinkedResponse): void {
  const { plan, request, reply } = response
  if (plan.isLocalized) addVary(reply, 'Accept-Language')
  const format = formatOf(plan, request) ?? unregistered(plan, reply)
  if (plan.isNegotiated && format !== plan.formats.content) addVary(reply, 'Accept')
  response.format = format
  response.showsForms = format.forms
}

function unregistered ({ place, settings, formats }: RoutePlan, { statusCode }: FastifyReply): WireFormat {
  // An error of the app is sent as it is: its response must not fail again.
  if (statusCode >= 400) return formats.fallback
  const name = settings.format!
  return fail('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, describe(name), suggestion(name, formats.names))
}
