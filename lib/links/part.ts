// One part of a configuration, compiled: a link, an action or an embedded relation.
import { computed, type Eventual, type Steps } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { type Condition, isBatchCallback } from '../declare/declarations.ts'
import { placeOf } from '../diagnostics/wording.ts'
import type { Represented } from '../forms/fields/form-fields.ts'
import { type AnyCondition, type Check, compileConditions, isBatched, policyNames } from '../policies/conditions.ts'
import type { Omittable } from '../targets/why-omitted.ts'
import type { CompiledCurie } from './curies.ts'

/** A resource that parts are resolved for. */
export interface Resource extends Represented {
  readonly value: unknown
}

/** Makes a part for a resource. Null omits it. */
export type Resolve<R> = (resource: Resource, resolution: Resolution) => Eventual<R | null>

/** What the parts of a configuration share. */
export interface PartScope {
  /** What messages call the configuration. */
  readonly subject: string
  readonly curies: readonly CompiledCurie[]
  readonly environment: Environment
  /** Whether it is a problem document: its targets are known with the response only, and its actions have no form. */
  readonly isProblem?: true
}

/** A link, an action or an embedded relation: it is resolved for a resource if its conditions hold. */
export abstract class Part<R = unknown> implements Omittable {
  /** Where it is declared, for messages. */
  readonly place: string
  readonly subject: string
  readonly relation: string
  readonly environment: Environment
  abstract readonly resolve: Resolve<R>
  /** Whether its conditions hold; null without conditions. */
  check: Check | null = null
  /** The names of the policies that it declares. */
  policies: readonly string[] = []
  /** Whether policies may decide on it: its own, or the policies of its target. */
  byPolicy = false
  /** Whether it is an empty string for every resource: start-up knows the whole path. */
  constant = false
  /** Whether every resource has it: it has no condition, and its target is the same for all. */
  always = false
  /**
   * Whether it has a callback or a policy of many resources: then a long level is evaluated in turns
   * from its beginning.
   */
  batched = false

  constructor (kind: 'relation' | 'action' | 'embedded', relation: string, { subject, environment }: PartScope) {
    this.place = placeOf(subject, kind, relation)
    this.subject = subject
    this.relation = relation
    this.environment = environment
  }

  /** Compiles its conditions: those that it declares, then others. @param callback it may be one of many resources */
  protected restrict (declared: readonly Condition[], others: readonly AnyCondition[], callback: unknown): void {
    const { environment, place } = this
    const { policies } = environment.settings
    const all = [...declared, ...others]
    this.check = compileConditions(all, environment, place)
    this.policies = policyNames(declared)
    this.byPolicy ||= all.some(({ kind }) => kind !== 'when')
    this.always &&= all.length === 0
    this.batched = isBatchCallback(callback) || all.some(condition => isBatched(condition, policies))
  }
}

/** What is resolved if conditions hold. */
export type Conditional<R> = Pick<Part<R>, 'check' | 'resolve'>

/** Resolves it for one resource; to null if its conditions do not hold. */
export function * offered<R> (
  { check, resolve }: Conditional<R>, resource: Resource, resolution: Resolution
): Steps<R | null> {
  if (check !== null && !(yield * computed(check(resource.value, resolution)))) return null
  return yield * computed(resolve(resource, resolution))
}
