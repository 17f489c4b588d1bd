import { describe, nearest } from '../diagnostics/wording.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Exchange } from './plan.ts'

/**
 * Reports an envelope without the list or the resource that its configuration declares (`HYPER032`). It may be
 * optional: then the value has no other list, and no other object with a similar name. Start-up reports what a response
 * schema does not have.
 */
export function reportLacking ({ plan, reply }: Exchange, value: object, { nested }: CompiledConfig): void {
  if (reply.statusCode >= 400) return
  const { member, relation } = nested[0]!
  if (relation === null && member in value) return
  const isResource = (inner: unknown) => typeof inner === 'object' && inner !== null && !Array.isArray(inner) &&
    plan.registry.match(inner).linkable
  const isLike = relation === null ? isResource : (inner: unknown) => Array.isArray(inner) && inner.some(isResource)
  const others = Object.entries(value).filter(([, inner]) => isLike(inner)).map(([name]) => name)
  const other = relation === null ? nearest(member, others) : others[0]
  if (other !== undefined) {
    plan.environment.notices.warn('HYPER032', plan.place, () => [describe(member), describe(other)])
  }
}

/**
 * Reports a value that no configuration applies to (`HYPER002`), once for its type and route, or group of routes.
 * @param where it is: `in its array`
 */
export function reportUnmatched (exchange: Exchange, value: object, where: string, id: string | null): void {
  const { plan: { matchable, place, group, environment, registry }, reply } = exchange
  // A status without a body needs no links; neither do errors of the app, and values that never get any.
  if (!matchable || [204, 304].includes(reply.statusCode) || reply.statusCode >= 400 ||
    !registry.match(value).linkable) {
    return
  }
  const type = typeOf(value, id)
  environment.notices.warn('HYPER002', place, () => [`${type} ${where}`], `${group ?? place} ${type}`)
}

// By the class itself: a value may have a member `constructor`.
function typeOf (value: object, id: string | null): string {
  if (Array.isArray(value)) return 'arrays'
  const { constructor } = (Object.getPrototypeOf(value) ?? Object.prototype) as { constructor?: { name?: unknown } }
  const name = constructor?.name
  if (constructor !== Object) {
    return `instances of ${typeof name === 'string' && name !== '' ? name : 'a class without a name'}`
  }
  return id === null ? 'plain objects' : `plain objects of the schema ${describe(id)}`
}
