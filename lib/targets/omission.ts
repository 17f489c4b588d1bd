import { LinkResolutionError } from '../errors.ts'
import type { UrlScope } from './url-scope.ts'

/** A link or an action, or the choices of a field. */
export interface LinkOwner {
  /** The name of the resource type. */
  readonly resourceType: string
  /** The relation, or the name of the action. */
  readonly relation: string
  /** The place of the field whose link to its choices is omitted. */
  readonly field?: string
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
  { resourceType, relation, field }: LinkOwner, { reason, code = 'HYPER005', values }: Fault, scope: UrlScope
): null {
  const { settings, notices } = scope.environment
  const place = field ?? `links of ${resourceType}`
  const member = field === undefined ? relation : 'options'
  const log = scope.request?.log
  if (values !== undefined && log !== undefined && DEBUG_LEVELS.includes(log.level)) {
    log.debug({ link: member, values: values() }, `${place}: the values of a link that cannot be resolved`)
  }
  if (settings.strict) throw new LinkResolutionError(place, member, reason())
  notices.count(resourceType, relation)
  const described = field === undefined ? `'${relation}'` : 'the link to its choices'
  notices.warn(code, place, () => [described, reason() + notices.placeOf(resourceType)], `${place} ${member}`)
  return null
}
