import type { FastifyRequest } from 'fastify'
import type { BatchPolicy } from '../../types/policies.ts'
import { each, handled, isPromise, type Work } from '../async/promises.ts'
import { awaited, type Batch, computed, type Eventual, Later, type Steps } from '../async/steps.ts'
import { addMark, REQUEST } from '../fastify/marks.ts'
import { remembered } from '../remembered.ts'
import { Evaluation } from './evaluation.ts'
import { callsOf, type PolicyEnvironment } from './policies.ts'

/** Whether a policy allows the caller, or a condition holds. */
export type Decision = Eventual<boolean>

/** Returns the value of a resource that a policy decides on. */
export type Select = (resource: unknown) => unknown

/** A policy and the value that it decides on. */
interface Selected {
  readonly policy: string
  readonly select: Select
}

// Stands for the value of a selector that failed.
const FAILED = Object.freeze({})

// Stands for the value of a policy that decides on the caller alone.
const CALLER = Object.freeze({})

// The decisions of one policy by value: promises until they are fulfilled.
type Known = Map<unknown, boolean | Promise<boolean>>

// One for each registration of the plugin that evaluated policies:
// two of one app may have different policies of one name.
interface DecidedRequest {
  [REQUEST]?: { readonly decisions?: readonly Decisions[] }
}

/** The policies of one registration in one request. Each is evaluated once for the caller, and once for each value. */
export class Decisions {
  readonly #evaluation: Evaluation
  readonly #known = new Map<string, Known>()
  readonly #batches = new Map<string, Batch>()
  #denied = false

  constructor (environment: PolicyEnvironment, request: FastifyRequest) {
    this.#evaluation = new Evaluation(environment, request)
  }

  /** Returns those that the guard of the route shares, else new ones. */
  static of (environment: PolicyEnvironment, request: FastifyRequest): Decisions {
    return Decisions.#shared(environment, request) ?? new Decisions(environment, request)
  }

  /**
   * Shares them among everything that is evaluated for a request,
   * so that its guard and its links evaluate each policy once.
   */
  static share (environment: PolicyEnvironment, request: FastifyRequest): Decisions {
    const known = Decisions.#shared(environment, request)
    if (known !== undefined) return known
    const decisions = new Decisions(environment, request)
    const others = (request as DecidedRequest)[REQUEST]?.decisions ?? []
    addMark(request, REQUEST, { decisions: [...others, decisions] })
    return decisions
  }

  static #shared (environment: PolicyEnvironment, request: FastifyRequest): Decisions | undefined {
    const shared = (request as DecidedRequest)[REQUEST]?.decisions
    return shared?.find(decisions => decisions.#evaluation.environment === environment)
  }

  /** Whether a policy of any registration was evaluated among those that are shared for a request. */
  static anyShared (request: FastifyRequest): boolean {
    return (request as DecidedRequest)[REQUEST]?.decisions?.some(({ any }) => any) === true
  }

  /** Whether a policy was evaluated, or would have been. */
  get any (): boolean {
    return this.#known.size > 0
  }

  /** Whether a policy did not allow the caller. */
  get denied (): boolean {
    return this.#denied
  }

  /** Decides on the caller, without a resource. */
  caller (policy: string): Decision {
    const decision = this.#known.get(policy)?.get(CALLER)
    if (typeof decision === 'boolean') return decision
    return this.#evaluate(policy, CALLER)
  }

  /** Decides on a value. */
  value (policy: string, value: unknown): Decision {
    const decision = this.#known.get(policy)?.get(value)
    if (typeof decision === 'boolean') return decision
    const isBatch = typeof this.#evaluation.environment.settings.policies[policy] === 'object'
    return isBatch ? new Later(this.#ask(policy, value)) : this.#evaluate(policy, value)
  }

  /**
   * Decides on what `select` returns for a resource; awaits a promise of it.
   * A selector that fails counts as a policy that throws.
   */
  selected (policy: string, select: Select, resource: unknown): Decision {
    const value = this.#select(policy, select, resource)
    if (isPromise(value)) return new Later(this.#selectedLater(policy, value))
    return value !== FAILED && this.value(policy, value)
  }

  * #selectedLater (policy: string, promise: Promise<unknown>): Steps<boolean> {
    const value = yield promise
    return value !== FAILED && (yield * computed(this.value(policy, value)))
  }

  #select (policy: string, select: Select, resource: unknown): unknown {
    const failed = (error: unknown) => {
      this.#evaluation.failed(policy, error, 'return the value for the policy, or a promise of it', 'select of ')
      // The policy counts as evaluated.
      this.#knownOf(policy)
      this.#denied = true
      return FAILED
    }
    try {
      const selected = select(resource)
      if (selected === resource) return selected
      if (isPromise(selected)) return Promise.resolve(selected).then(handled).catch(failed)
      return handled(selected)
    } catch (error) {
      return failed(error)
    }
  }

  #knownOf (policy: string): Known {
    let known = this.#known.get(policy)
    if (known === undefined) this.#known.set(policy, known = new Map())
    return known
  }

  // Once a promise is fulfilled, later resources need none.
  #evaluate (policy: string, value: unknown): Decision {
    const known = this.#knownOf(policy)
    const pending = known.get(value)
    const decision = pending ?? this.#evaluation.one(policy, value === CALLER ? [] : [value])
    if (typeof decision === 'boolean') return this.#settle(known, value, decision)
    if (pending === undefined) {
      known.set(value, decision)
      decision.then(allowed => this.#settle(known, value, allowed), () => {})
    }
    return new Later(awaited(decision))
  }

  #settle (known: Known, value: unknown, allowed: boolean): boolean {
    this.#denied ||= !allowed
    known.set(value, allowed)
    return allowed
  }

  * #ask (policy: string, value: unknown): Steps<boolean> {
    yield [{ batch: this.#batchOf(policy), value }]
    return this.#allowed(policy, value)
  }

  /** Decides on values of a resource by policies of many values, which are asked together: all must allow it. */
  * all (selected: readonly Selected[], resource: unknown): Steps<boolean> {
    let values = selected.map(({ policy, select }) => this.#select(policy, select, resource))
    if (values.some(isPromise)) values = (yield Promise.all(values)) as unknown[]
    if (values.includes(FAILED)) return false
    const questions = selected.map(({ policy }, index) => ({ batch: this.#batchOf(policy), value: values[index] }))
    const open = questions.filter(({ value }, index) => !this.#knownOf(selected[index]!.policy).has(value))
    if (open.length > 0) yield open
    return selected.every(({ policy }, index) => this.#allowed(policy, values[index]))
  }

  #allowed (policy: string, value: unknown): boolean {
    return this.#knownOf(policy).get(value) === true
  }

  #batchOf (policy: string): Batch {
    return remembered(this.#batches, policy, () => ({
      evaluate: (values, work) => this.#decideMany(policy, values, work)
    }))
  }

  // Each value is decided on once, and has no promise of its own: for a long list, these cost more than the list.
  async #decideMany (policy: string, values: readonly unknown[], work: Work): Promise<void> {
    const known = this.#knownOf(policy)
    const batch = this.#evaluation.environment.settings.policies[policy] as BatchPolicy
    const calls = callsOf(batch, known.size === 0 ? values : values.filter(value => !known.has(value)))
    await Promise.all(calls.map(async values => {
      const allowed = await this.#evaluation.many(policy, values)
      await each(values.length, index =>
        this.#settle(known, values[index], this.#evaluation.allows(policy, allowed[index])), work)
    }))
  }
}
