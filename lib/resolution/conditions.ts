import type { Policies } from '../../types/policies.ts'
import { chain } from '../async/promises.ts'
import type { Condition } from '../declare/declarations.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { BatchedConditions, isBatched, type PolicyCondition } from './batched-conditions.ts'
import type { Judgement } from './judgements.ts'
import type { Resolution } from './resolution.ts'

/** Resolves one part of a configuration for a resource. Returns a promise only if a callback did. */
export type Resolve<R> = (resource: unknown, resolution: Resolution) => R | Promise<R>

/** Whether a condition holds for a resource. Returns a promise only if a callback did. */
export type Check = (resource: unknown, resolution: Resolution) => Judgement

/** A condition that is declared, or that a target adds. */
export type AnyCondition = Condition | { readonly kind: 'target', readonly check: Check }

/**
 * Resolves a part to null unless all its conditions hold.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY
 */
export function withConditions<R> (
  conditions: readonly AnyCondition[], resolve: Resolve<R>, policies: Policies, place: string
): Resolve<R | null> {
  if (conditions.length === 0) return resolve
  const check = compileConditions(conditions, policies, place)
  return (resource, resolution) => {
    const judgement = check(resource, resolution)
    if (judgement === true) return resolve(resource, resolution)
    return judgement === false ? null : judgement.then(holds => holds ? resolve(resource, resolution) : null)
  }
}

/**
 * Compiles conditions into one check. After the first that does not hold, nothing else is evaluated. Policies in batches come last, and
 * together: so each is called once for all resources that are known together. Without conditions, it holds.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY
 */
export function compileConditions (conditions: readonly AnyCondition[], policies: Policies, place: string): Check {
  const single = conditions.filter(condition => !isBatched(condition, policies))
  const checks = single.map(condition => compileCondition(condition, policies, place))
  const batched = conditions.flatMap(condition => isBatched(condition, policies) ? [condition] : [])
  if (batched.length > 0) checks.push(compileBatches(batched))
  if (checks.length === 0) return always
  return checks.length === 1 ? checks[0]! : (resource, resolution) => allHold(checks, 0, resource, resolution)
}

function always (): true {
  return true
}

function compileBatches (conditions: readonly PolicyCondition[]): Check {
  const batched = new BatchedConditions(conditions)
  return (resource, { judgements, rounds }) => chain<readonly unknown[] | null, boolean>(batched.select(resource, judgements), values => {
    if (values === null) return false
    if (rounds === null) return batched.admit(values, judgements)
    batched.collect(values, resource, judgements, rounds)
    return rounds.evaluated().then(() => batched.admit(values, judgements))
  })
}

function allHold (checks: readonly Check[], first: number, resource: unknown, resolution: Resolution): Judgement {
  for (let index = first; index < checks.length; index++) {
    const judgement = checks[index]!(resource, resolution)
    if (judgement === false) return false
    if (judgement !== true) {
      return judgement.then(holds => {
        if (!holds || index + 1 === checks.length) return holds
        resolution.throwIfAborted()
        return allHold(checks, index + 1, resource, resolution)
      })
    }
  }
  return true
}

function compileCondition (condition: AnyCondition, policies: Policies, place: string): Check {
  if (condition.kind === 'target') return condition.check
  if (condition.kind === 'when') return compilePredicate(condition, place)
  const { policy, select } = condition
  if (!Object.hasOwn(policies, policy)) {
    fail('FST_ERR_HYPER_UNKNOWN_POLICY', place, describe(policy), suggestion(policy, Object.keys(policies)))
  }
  if (select === null) return (_resource, { judgements }) => judgements.caller(policy)
  return (resource, { judgements }) => judgements.selected(policy, select, resource)
}

function compilePredicate ({ predicate }: Extract<Condition, { kind: 'when' }>, place: string): Check {
  return (resource, resolution) => {
    const value: unknown = predicate(resource, resolution.context)
    return typeof value === 'boolean' ? value : chain(value, value => isTruthy(value, place))
  }
}

// A method that was not called, as in `when(order => order.isOpen)`, would always hold.
function isTruthy (value: unknown, place: string): boolean {
  if (typeof value === 'function') {
    fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, when`, 'a function that the predicate returned', 'Call it, and return its result.')
  }
  return Boolean(value)
}
