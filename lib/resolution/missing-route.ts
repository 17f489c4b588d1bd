import type { TargetParts } from '../declare/target.ts'
import { fail } from '../errors.ts'
import { shown, suggestion } from '../diagnostics/wording.ts'
import type { Environment } from './resolution.ts'

/**
 * Says that a fixed target names no route (`HYPER001`).
 * @throws FST_ERR_HYPER_UNKNOWN_ROUTE in strict mode
 */
export function missingRoute (target: TargetParts, place: string, environment: Environment): void {
  const { settings, routes, notices } = environment
  const remedy = `${suggestion(String(target.reference), routes.names)} Name the route with config.hyper.name, schema.operationId or a route catalog.`
  if (settings.strict) fail('FST_ERR_HYPER_UNKNOWN_ROUTE', place, shown(target.reference), remedy)
  notices.warn('HYPER001', place, () => `${place}: no route is named ${shown(target.reference)}, so it is left out.${remedy}`)
}
