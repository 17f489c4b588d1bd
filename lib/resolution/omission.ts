import { LinkResolutionError } from '../errors.ts'
import type { Resolution } from './resolution.ts'

/** A link or an action, or a part of one, as errors, notices and the metric name it. */
export interface LinkOwner {
  /** The name of the resource type. */
  readonly resourceType: string
  /** The relation, or the name of the action. */
  readonly relation: string
  /** Where it is declared: `links of Order`. */
  readonly place: string
  /** What is omitted: the relation, or `options` for the choices of a field. */
  readonly member: string
  /** What is omitted, in a sentence: `'self'`. */
  readonly described: string
}

/** The owner of a declared link or action. */
export function linkOwner (resourceType: string, relation: string): LinkOwner {
  return { resourceType, relation, place: `links of ${resourceType}`, member: relation, described: `'${relation}'` }
}

/** Why a link is omitted. */
export interface Fault {
  /** Contains the kinds of values only: messages never contain what a resource does. */
  readonly reason: () => string
  /** @default 'HYPER005' */
  readonly code?: 'HYPER001' | 'HYPER005'
  /** The values themselves, for debug logs. */
  readonly values?: () => unknown
}

const DEBUG_LEVELS = ['debug', 'trace']

/**
 * Omits a link or an action: warns once, counts each.
 * @throws LinkResolutionError in strict mode
 */
export function omit (
  { resourceType, relation, place, member, described }: LinkOwner, { reason, code = 'HYPER005', values }: Fault, resolution: Resolution
): null {
  const { settings, notices } = resolution.environment
  const log = resolution.request?.log
  if (values !== undefined && log !== undefined && DEBUG_LEVELS.includes(log.level)) {
    log.debug({ link: member, values: values() }, `${place}: the values of a link that cannot be resolved`)
  }
  if (settings.strict) throw new LinkResolutionError(place, member, reason())
  notices.count(resourceType, relation)
  notices.warn(code, place, () => [described, reason() + notices.placeOf(resourceType)], `${place} ${member}`)
  return null
}
