import { essence } from '../http/media-type.ts'
import { contentSchemas, hasContent, isJson } from '../schema/content.ts'
import type { RoutePlan } from './plan.ts'

const PROBLEM = 'application/problem+json'

/**
 * Checks when the app becomes ready that each success response with `content` has a schema for every media type that
 * the route can send.
 * @throws FST_ERR_HYPER_NO_RESPONSE_SCHEMA in strict mode
 */
export function checkContent (plan: RoutePlan, response: unknown): void {
  const { settings, replacesSerializer, forced, formats } = plan
  if (settings.links === false || replacesSerializer) return
  const types = [...new Set(formats.possible(forced).map(({ mediaType }) => mediaType.toLowerCase()))]
  for (const [status, keys] of successes(response, plan.bound !== null)) {
    const missing = types.filter(type => !hasContent(keys, type))
    if (missing.length !== 0) reportNoSchema(plan, status, missing)
  }
}

/**
 * Reports a response whose `content` has no schema for its media type (`HYPER017`), once for each route and status.
 * @throws FST_ERR_HYPER_NO_RESPONSE_SCHEMA in strict mode
 */
export function reportNoSchema ({ place, environment }: RoutePlan, status: string, missing: readonly string[]): void {
  environment.notices.report('HYPER017', `${place}, response ${status}`, () => [missing.join(', ')])
}

// The status keys whose content describes resources: in JSON, or on a route that is bound to a configuration. A route
// of a group may send something else, such as a CSV file. A `default` of problems beside a success is for errors.
function successes (response: unknown, isBound: boolean): [status: string, keys: string[]][] {
  const entries = Object.entries(response ?? {})
    .map(([status, schema]) => [status.toLowerCase(), [...contentSchemas(schema)?.keys() ?? []]] as const)
  const isDescribed = entries.some(([status]) => status.startsWith('2'))
  return entries.flatMap(([status, keys]) => {
    if (keys.length === 0 || !(isBound || keys.some(key => isJson(essence(key))))) return []
    const isSuccess = status.startsWith('2') ||
      (status === 'default' && !(isDescribed && keys.every(key => essence(key) === PROBLEM)))
    return isSuccess ? [[status, keys] as [string, string[]]] : []
  })
}
