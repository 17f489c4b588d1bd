import type { Policies } from '../../types/options.ts'
import { chain } from '../async/promises.ts'
import type { Condition } from '../declare/declarations.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { Admission } from './judgements.ts'
import type { Resolution } from './resolution.ts'

/** Resolves one part of a configuration for a resource. Returns a promise only if a callback did. */
export type Resolve<R> = (resource: unknown, resolution: Resolution) => R | Promise<R>

/**
 * Resolves a part to null unless all its conditions hold. After the first that does not hold, nothing else is evaluated.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY
 */
export function withConditions<R> (
  conditions: readonly Condition[], resolve: Resolve<R>, policies: Policies, place: string
): Resolve<R | null> {
  return conditions.reduceRight<Resolve<R | null>>((next, condition) => {
    const holds = compileCondition(condition, policies, place)
    return (resource, resolution) => {
      const admission = holds(resource, resolution)
      if (admission === true) return next(resource, resolution)
      return admission === false ? null : admission.then(admitted => admitted ? next(resource, resolution) : null)
    }
  }, resolve)
}

function compileCondition (
  condition: Condition, policies: Policies, place: string
): (resource: unknown, resolution: Resolution) => Admission {
  if (condition.kind === 'when') {
    const { predicate } = condition
    const check = (value: unknown) => isTruthy(value, place)
    return (resource, resolution) => chain(predicate(resource, resolution.context!), check)
  }
  const { policy, select } = condition
  if (!Object.hasOwn(policies, policy)) {
    fail('FST_ERR_HYPER_UNKNOWN_POLICY', place, describe(policy), suggestion(policy, Object.keys(policies)))
  }
  if (select === null) return (_resource, { judgements }) => judgements.caller(policy)
  return (resource, { judgements }) => judgements.selected(policy, select, resource)
}

// A method that was not called, as in `when(order => order.isOpen)`, would always hold.
function isTruthy (value: unknown, place: string): boolean {
  if (typeof value === 'function') {
    fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, when`, 'a function that the predicate returned', 'Call it, and return its result.')
  }
  return Boolean(value)
}
