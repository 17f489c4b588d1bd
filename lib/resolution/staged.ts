import type { Policies } from '../../types/policies.ts'
import { BatchedConditions, isBatched } from './batched-conditions.ts'
import { compileConditions, withConditions, type AnyCondition, type Check, type Resolve } from './conditions.ts'
import type { Resolution } from './resolution.ts'
import type { Rounds } from './rounds.ts'

/** Has a batch evaluate a resource in its next call. Returns false if it did before. */
export type Collect = (resource: unknown, resolution: Resolution, rounds: Rounds) => boolean

/** How a part is resolved once its conditions hold. */
export interface Unconditional<R> {
  readonly resolve: Resolve<R>
  /** Collects what `resolve` waits for, so that it waits for no batch afterwards; null for nothing. */
  readonly collect?: Collect | null
}

/** A part in stages, between which batches are evaluated for all resources that are known together. Each stage runs once for a resource. */
export interface Staged<R = unknown> {
  /** The conditions that are evaluated for each resource. */
  readonly check: Check
  readonly policies: BatchedConditions | null
  readonly collect: Collect | null
  readonly resolve: Resolve<R>
}

/** A part with its conditions: at once, and in stages; null if no batch decides on it, or only on what a callback returned. */
export interface Conditional<R> {
  readonly resolve: Resolve<R | null>
  readonly staged: Staged<R> | null
}

/**
 * Compiles a part with its conditions. It resolves to null unless they all hold.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY
 */
export function conditional<R> (
  conditions: readonly AnyCondition[], { resolve, collect = null }: Unconditional<R>, policies: Policies, place: string
): Conditional<R> {
  const batched = conditions.filter(condition => isBatched(condition, policies))
  const whole = withConditions(conditions, resolve, policies, place)
  if (batched.length === 0 && collect === null) return { resolve: whole, staged: null }
  const single = conditions.filter(condition => !isBatched(condition, policies))
  const staged = {
    check: compileConditions(single, policies, place),
    policies: batched.length === 0 ? null : new BatchedConditions(batched),
    collect,
    resolve
  }
  return { resolve: whole, staged }
}
