import type { TargetParts } from '../declare/target.ts'
import { fail } from '../errors.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import type { Environment } from './resolution.ts'

/**
 * Reports a fixed target that names no route (`HYPER001`).
 * @param named the part that is omitted
 * @throws FST_ERR_HYPER_UNKNOWN_ROUTE in strict mode
 */
export function missingRoute (target: TargetParts, place: string, environment: Environment, named = 'the link'): void {
  const { settings, routes, notices } = environment
  const remedy = `${suggestion(String(target.reference), routes.names)} Name the route with config.hyper.name, schema.operationId or a route catalog.`
  if (settings.strict) fail('FST_ERR_HYPER_UNKNOWN_ROUTE', place, describe(target.reference), remedy)
  notices.warn('HYPER001', place, () => [named, `no route is named ${describe(target.reference)}.${remedy}`])
}
