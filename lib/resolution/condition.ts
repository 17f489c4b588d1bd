import type { Condition } from '../declare/declarations.ts'
import { fail } from '../errors.ts'
import { chain } from '../async/promises.ts'
import type { Policies } from '../../types/options.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import type { Resolution } from './resolution.ts'

type Admission = boolean | Promise<boolean>

/** Gives a value for a resource; it may have to be waited for. */
export type Evaluate<V> = (resource: unknown, resolution: Resolution) => V | Promise<V>

/**
 * Puts conditions before an evaluation: null where one does not hold, and then nothing behind it is asked.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY
 */
export function guarded<V> (conditions: readonly Condition[], evaluate: Evaluate<V>, policies: Policies, place: string): Evaluate<V | null> {
  return conditions.reduceRight<Evaluate<V | null>>((next, condition) => {
    const holds = compileCondition(condition, policies, place)
    return (resource, resolution) => {
      const admission = holds(resource, resolution)
      if (admission === true) return next(resource, resolution)
      return admission === false ? null : admission.then(admitted => admitted ? next(resource, resolution) : null)
    }
  }, evaluate)
}

function compileCondition (condition: Condition, policies: Policies, place: string): (resource: unknown, resolution: Resolution) => Admission {
  if (condition.kind === 'when') {
    const { predicate } = condition
    return (resource, resolution) => chain(predicate(resource, resolution.context!), value => isTruthy(value, place))
  }
  const { policy, select } = condition
  if (!Object.hasOwn(policies, policy)) fail('FST_ERR_HYPER_UNKNOWN_POLICY', place, describe(policy), suggestion(policy, Object.keys(policies)))
  if (select === null) return (_resource, resolution) => resolution.admitsCaller(policy)
  return (resource, resolution) => resolution.admitsSelected(policy, select, resource)
}

// A method that was not called, as in `when(order => order.isOpen)`, would always hold.
function isTruthy (value: unknown, place: string): boolean {
  if (typeof value === 'function') fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, when`, 'a function that the predicate returned', 'Call it, and return its result.')
  return Boolean(value)
}
