import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { readsContent } from '../fastify/content-requests.ts'
import type { WireFormat } from '../formats/format.ts'
import { addVary } from '../http/vary.ts'
import type { Exchange, RoutePlan } from './plan.ts'

/**
 * Chooses the format of a response: the route's own, else what the client accepts, else the default.
 * A negotiated response has `Vary: Accept` (RFC 9110, section 12.5.5); in an app with localized strings also
 * `Accept-Language`.
 * @throws FST_ERR_HYPER_FORMAT_NOT_REGISTERED
 */
export function negotiate ({ plan, request, reply }: Exchange): WireFormat {
  const { formats, environment, forced } = plan
  if (environment.languages.any) addVary(reply, 'Accept-Language')
  // An error of the app is sent as it is: its response must not fail again.
  if (forced === null) return reply.statusCode < 400 ? failFormat(plan) : formats.fallback
  // Pages and tools read the same of every route with links, in whichever format it sends them to clients.
  if (readsContent(request) && forced?.bare !== true) return formats.content
  if (forced !== undefined) return forced
  if (!environment.settings.negotiateFormat) return formats.fallback
  addVary(reply, 'Accept')
  return formats.negotiate(request.headers.accept)
}

function failFormat ({ place, settings, formats }: RoutePlan): never {
  const name = settings.format!
  return fail('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, describe(name), suggestion(name, formats.names))
}
