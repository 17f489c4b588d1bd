import type { Policies } from '../../types/policies.ts'
import { chain, gather } from '../async/promises.ts'
import type { Condition } from '../declare/declarations.ts'
import { FAILED, type Judgement, type Judgements, type Select } from './judgements.ts'
import { isBatchPolicy } from './policies.ts'
import type { Rounds } from './rounds.ts'

/** A policy as a condition. */
export type PolicyCondition = Extract<Condition, { kind: 'policy' }>

/** Whether a condition is a policy that judges many resources in one call. */
export function isBatched (condition: { readonly kind: string }, policies: Policies): condition is PolicyCondition {
  return condition.kind === 'policy' && isBatchPolicy(policies, (condition as PolicyCondition).policy)
}

/** Selects the resource itself. */
export const itself: Select = resource => resource

/** The policies in batches that decide on one part of a configuration. */
export class BatchedConditions {
  readonly #names: readonly string[]
  readonly #selects: readonly Select[]

  constructor (conditions: readonly PolicyCondition[]) {
    this.#names = conditions.map(({ policy }) => policy)
    this.#selects = conditions.map(({ select }) => select ?? itself)
  }

  /** The value that each policy judges for a resource; null if a selector failed, which admits nobody. */
  select (resource: unknown, judgements: Judgements): readonly unknown[] | null | Promise<readonly unknown[] | null> {
    const selected = gather(this.#names.length, index => judgements.select(this.#names[index]!, this.#selects[index]!, resource))
    return chain<unknown[], readonly unknown[] | null>(selected, values => values.includes(FAILED) ? null : values)
  }

  /** Has each policy judge its value of a resource in the next call. */
  collect (values: readonly unknown[], resource: unknown, judgements: Judgements, rounds: Rounds): void {
    this.#names.forEach((name, index) => { rounds.collect(judgements.batch(name), values[index], resource) })
  }

  /** Whether all policies admit the caller to their values. After the first that does not, no other is evaluated. */
  admit (values: readonly unknown[], judgements: Judgements, first = 0): Judgement {
    if (first === this.#names.length) return true
    const judgement = judgements.value(this.#names[first]!, values[first])
    return chain(judgement, admitted => admitted && this.admit(values, judgements, first + 1))
  }
}
