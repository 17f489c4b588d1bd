import { describe, kindOf } from '../diagnostics/wording.ts'
import type { Exchange } from './plan.ts'

/** What a message has of a value. */
interface Found {
  /** Where it is: `in its array`. */
  readonly where: string
  /** The `$id` of its schema. */
  readonly id: string | null
}

/** Reports a value that no configuration applies to (`HYPER002`), once for its type and route, or group of routes. */
export function reportUnmatched (exchange: Exchange, value: object, { where, id }: Found): void {
  const { plan: { matchable, place, group, environment, registry }, reply } = exchange
  // A status without a body needs no links; neither do errors of the app, and values that never get any.
  if (!matchable || [204, 304].includes(reply.statusCode) || reply.statusCode >= 400 ||
    !registry.match(value).linkable) {
    return
  }
  const kind = Array.isArray(value) ? 'an array' : kindOf(value)
  const type = id === null ? kind : `${kind} of the schema ${describe(id)}`
  environment.notices.report('HYPER002', place, () => [`${type} ${where}`], `${group ?? place} ${type}`)
}
