import { fail } from '../errors.ts'
import type { WireFormat } from '../formats/format.ts'
import { varyWith } from '../http/vary.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import type { Exchange, RoutePlan } from './service.ts'

/**
 * The format of an answer: the route's own, else what the client accepts, else the default.
 * A negotiated answer says `Vary: Accept` (RFC 9110, section 12.5.5), and one of an app with texts by language `Accept-Language`.
 * @throws FST_ERR_HYPER_FORMAT_NOT_REGISTERED
 */
export function chooseFormat ({ plan, request, reply }: Exchange): WireFormat {
  const { formats, environment } = plan.service
  if (environment.languages.any) vary(reply, 'Accept-Language')
  // An error of the app is told as it is: its own answer must not fail again.
  if (plan.forced === null) return reply.statusCode < 400 ? notRegistered(plan) : formats.fallback
  if (plan.forced !== undefined) return plan.forced
  if (!environment.settings.negotiateFormat) return formats.fallback
  vary(reply, 'Accept')
  return formats.negotiate(request.headers.accept)
}

function vary (reply: Exchange['reply'], field: string): void {
  reply.header('vary', varyWith(reply.getHeader('vary'), field))
}

function notRegistered ({ place, settings, service }: RoutePlan): never {
  const name = settings.format!
  return fail('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, describe(name), suggestion(name, service.formats.names))
}
