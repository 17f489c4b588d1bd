import type { FastifyRequest } from 'fastify'
import type { BatchPolicy } from '../../types/policies.ts'
import { awaitElements, chain, each, gather, isPromise, UNBOUNDED, type Work } from '../async/promises.ts'
import { logError } from '../diagnostics/log-error.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { toError } from '../errors.ts'
import { checkResults, type Batch } from './batch.ts'
import type { Environment } from './environment.ts'
import { callsOf, isBatchPolicy, judgesResource } from './policies.ts'

/** Whether a policy admits the caller, or a condition holds; a promise if a callback returned one. */
export type Judgement = boolean | Promise<boolean>

/** A value of a resource that a policy judges. */
export type Select = (resource: unknown) => unknown

/** Stands for the value of a selector that failed. */
export const FAILED = Symbol('failed')

// Without a resource, a policy gets one argument.
type Evaluate = (request: FastifyRequest, ...values: readonly unknown[]) => unknown

// On the request itself, and only if its route is guarded: an entry of a WeakMap costs the garbage collector more.
const SHARED = Symbol('fastify-hyper.judgements')

interface JudgedRequest {
  [SHARED]?: Judgements
}

/** The policies of one request. Each is evaluated once for the caller, and once for each value that it judges. */
export class Judgements {
  readonly #environment: Environment
  readonly #request: FastifyRequest
  readonly #callers = new Map<string, Judgement>()
  readonly #values = new Map<string, Map<unknown, Judgement>>()
  readonly #batches = new Map<string, Batch>()
  #denied = false
  #failed = false

  constructor (environment: Environment, request: FastifyRequest) {
    this.#environment = environment
    this.#request = request
  }

  /** Returns those that the guard of the route shares, else new ones. */
  static of (environment: Environment, request: FastifyRequest): Judgements {
    return (request as JudgedRequest)[SHARED] ?? new Judgements(environment, request)
  }

  /** Shares them among everything that is evaluated for a request, so that its guard and its links evaluate each policy once. */
  static share (environment: Environment, request: FastifyRequest): Judgements {
    return ((request as JudgedRequest)[SHARED] ??= new Judgements(environment, request))
  }

  /** Whether a policy was evaluated among those that are shared for a request. */
  static anyShared (request: FastifyRequest): boolean {
    return (request as JudgedRequest)[SHARED]?.any === true
  }

  /** Whether a policy was evaluated, or would have been. */
  get any (): boolean {
    return this.#failed || this.#callers.size > 0 || this.#values.size > 0
  }

  /** Whether a policy did not admit the caller. */
  get denied (): boolean {
    return this.#denied
  }

  /** Judges the caller, without a resource. */
  caller (policy: string): Judgement {
    return this.#remember(this.#callers, policy, () => this.#evaluate(policy))
  }

  /** Judges what `select` returns for a resource; awaits a promise of it. A selector that fails counts as a policy that throws. */
  selected (policy: string, select: Select, resource: unknown): Judgement {
    return chain(this.select(policy, select, resource), value => value !== FAILED && this.value(policy, value))
  }

  /** Returns what `select` returns for a resource; `FAILED` if it fails, which is logged. */
  select (policy: string, select: Select, resource: unknown): unknown {
    const failed = (error: unknown) => {
      this.#deny(policy, error, 'select of ')
      return FAILED
    }
    try {
      const selected = select(resource)
      return isPromise(selected) ? Promise.resolve(selected).catch(failed) : selected
    } catch (error) {
      return failed(error)
    }
  }

  /** Judges a value. */
  value (policy: string, value: unknown): Judgement {
    const judgements = this.#valuesOf(policy)
    if (!isBatchPolicy(this.#environment.settings.policies, policy)) {
      return this.#remember(judgements, value, () => this.#evaluate(policy, value))
    }
    if (judgements.has(value)) return judgements.get(value)!
    const judgement = chain<unknown, boolean>(this.#judgeMany(policy, [value], UNBOUNDED), () => judgements.get(value)!)
    if (isPromise(judgement)) judgements.set(value, judgement)
    return judgement
  }

  /** A policy that judges many values in one call. */
  batch (policy: string): Batch {
    let batch = this.#batches.get(policy)
    if (batch === undefined) this.#batches.set(policy, batch = { evaluate: (values, work) => this.#judgeMany(policy, values, work) })
    return batch
  }

  #valuesOf (policy: string): Map<unknown, Judgement> {
    let judgements = this.#values.get(policy)
    if (judgements === undefined) this.#values.set(policy, judgements = new Map())
    return judgements
  }

  // Each value is judged once, and has no promise of its own: for a long list, these cost more than the list.
  #judgeMany (policy: string, values: readonly unknown[], work: Work): unknown {
    const judgements = this.#valuesOf(policy)
    const batch = this.#environment.settings.policies[policy] as BatchPolicy
    const calls = callsOf(batch, judgements.size === 0 ? values : values.filter(value => !judgements.has(value)))
    const judge = (values: readonly unknown[]) => chain<readonly unknown[], void>(this.#evaluateMany(policy, batch, values), admitted =>
      each(values.length, index => this.#settle(judgements, values[index], this.#admits(policy, admitted[index])), work))
    return gather(calls.length, index => judge(calls[index]!))
  }

  #evaluateMany (policy: string, batch: BatchPolicy, values: readonly unknown[]): readonly unknown[] | Promise<readonly unknown[]> {
    const failed = (error: unknown) => {
      this.#deny(policy, error, '', values)
      return []
    }
    const check = (returned: unknown) => {
      checkResults(returned, values.length, `the policy '${policy}', many`)
      return awaitElements(returned) as readonly unknown[] | Promise<readonly unknown[]>
    }
    try {
      const returned = chain<unknown, readonly unknown[]>(batch.many(this.#request, values), check)
      return isPromise(returned) ? returned.catch(failed) : returned
    } catch (error) {
      return failed(error)
    }
  }

  #remember<K> (judgements: Map<K, Judgement>, key: K, evaluate: () => Judgement): Judgement {
    const known = judgements.get(key)
    if (known !== undefined) return known
    const judgement = evaluate()
    judgements.set(key, judgement)
    // Once settled, later resources need no promise.
    if (isPromise(judgement)) judgement.then(admitted => this.#settle(judgements, key, admitted), () => {})
    else this.#denied ||= !judgement
    return judgement
  }

  #settle<K> (judgements: Map<K, Judgement>, key: K, admitted: boolean): void {
    this.#denied ||= !admitted
    judgements.set(key, admitted)
  }

  #evaluate (policy: string, ...values: unknown[]): Judgement {
    try {
      const { [policy]: evaluate } = this.#environment.settings.policies
      if (typeof evaluate === 'object') return this.#evaluateCaller(policy, evaluate)
      const judgement: unknown = (evaluate as Evaluate)(this.#request, ...values)
      if (!isPromise(judgement)) return this.#admits(policy, judgement)
      return Promise.resolve(judgement).catch((error: unknown) => this.#deny(policy, error, '', values))
        .then(admitted => this.#admits(policy, admitted))
    } catch (error) {
      return this.#deny(policy, error, '', values)
    }
  }

  // Without a resource, which HYPER016 reports.
  #evaluateCaller (policy: string, batch: BatchPolicy): Judgement {
    return chain(this.#evaluateMany(policy, batch, [undefined]), ([admitted]) => this.#admits(policy, admitted))
  }

  // Values such as undefined and null deny as they are meant to. Others are meant to admit, and do not.
  #admits (policy: string, judgement: unknown): boolean {
    if (judgement === true || !judgement) return judgement === true
    this.#environment.notices.warn('HYPER029', `the policy '${policy}'`, () => [kindOf(judgement)])
    return false
  }

  #deny (policy: string, error: unknown, part: 'select of ' | '', values?: readonly unknown[]): false {
    const { settings, notices } = this.#environment
    const described = `${part}the policy '${policy}'`
    if (settings.strict) throw toError(described, error)
    this.#failed = this.#denied = true
    logError(this.#request.log, error, { policy }, `${described} failed; it admits nobody`)
    const lacksResource = values?.length === 0 && judgesResource(settings.policies, policy)
    const remedy = lacksResource
      ? `it takes a resource and was evaluated without one. Pass a selector: requireAuthorization('${policy}', resource => resource)` +
        ', or load the resource of the route'
      : part === '' ? 'make it return false' : 'return the value to judge, or a promise of it'
    notices.warn('HYPER011', described, () => [remedy], part + policy)
    return false
  }
}
