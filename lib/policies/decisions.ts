import type { FastifyRequest } from 'fastify'
import { inspect } from 'node:util'
import type { BatchPolicy } from '../../types/policies.ts'
import { each, handled, ignoreRejections, isPromise, type Work } from '../async/promises.ts'
import { computed, Later, type Batch, type Eventual, type Question, type Steps } from '../async/steps.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { toError } from '../errors.ts'
import { checkResults } from '../options/checks.ts'
import { callsOf, isBatchPolicy, takesResource, type PolicyEnvironment } from './policies.ts'

/** Whether a policy allows the caller, or a condition holds. */
export type Decision = Eventual<boolean>

// What is remembered: a promise until it is fulfilled.
type Known = boolean | Promise<boolean>

/** A policy and the value that it decides on. */
export interface Selected {
  readonly policy: string
  readonly select: Select
}

/** A value of a resource that a policy decides on. */
export type Select = (resource: unknown) => unknown

/** Stands for the value of a selector that failed. */
export const FAILED = Symbol.for('fastify-hyper.failed')

// Without a resource, a policy gets one argument.
type Evaluate = (request: FastifyRequest, ...values: readonly unknown[]) => unknown

// On the request itself, and only if its route is guarded: an entry of a WeakMap costs the garbage collector more.
const SHARED = Symbol.for('fastify-hyper.decisions')

// One for each registration of the plugin that evaluated policies:
// two of one app may have different policies of one name.
interface DecidedRequest {
  [SHARED]?: Decisions[]
}

/** The policies of one registration in one request. Each is evaluated once for the caller, and once for each value. */
export class Decisions {
  readonly environment: PolicyEnvironment
  readonly #request: FastifyRequest
  readonly #callers = new Map<string, Known>()
  readonly #values = new Map<string, Map<unknown, Known>>()
  readonly #batches = new Map<string, Batch>()
  #denied = false
  #failed = false

  constructor (environment: PolicyEnvironment, request: FastifyRequest) {
    this.environment = environment
    this.#request = request
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
    ;((request as DecidedRequest)[SHARED] ??= []).push(decisions)
    return decisions
  }

  static #shared (environment: PolicyEnvironment, request: FastifyRequest): Decisions | undefined {
    return (request as DecidedRequest)[SHARED]?.find(decisions => decisions.environment === environment)
  }

  /** Whether a policy of any registration was evaluated among those that are shared for a request. */
  static anyShared (request: FastifyRequest): boolean {
    return (request as DecidedRequest)[SHARED]?.some(({ any }) => any) === true
  }

  /** Whether a policy was evaluated, or would have been. */
  get any (): boolean {
    return this.#failed || this.#callers.size > 0 || this.#values.size > 0
  }

  /** Whether a policy did not allow the caller. */
  get denied (): boolean {
    return this.#denied
  }

  /** Decides on the caller, without a resource. */
  caller (policy: string): Decision {
    return this.#remember(this.#callers, policy, () => this.#evaluate(policy))
  }

  /**
   * Decides on what `select` returns for a resource; awaits a promise of it.
   * A selector that fails counts as a policy that throws.
   */
  selected (policy: string, select: Select, resource: unknown): Decision {
    const value = this.#select({ policy, select }, resource)
    return isPromise(value)
      ? new Later(this.#selectedLater(policy, value))
      : value !== FAILED && this.value(policy, value)
  }

  * #selectedLater (policy: string, promise: Promise<unknown>): Steps<boolean> {
    const value = yield promise
    if (value === FAILED) return false
    return yield * computed(this.value(policy, value))
  }

  // `FAILED` if it fails, which is logged.
  #select ({ policy, select }: Selected, resource: unknown): unknown {
    const failed = (error: unknown) => {
      this.#deny(policy, error, 'select of ')
      return FAILED
    }
    try {
      const selected = select(resource)
      return isPromise(selected) ? Promise.resolve(selected).then(handled).catch(failed) : handled(selected)
    } catch (error) {
      return failed(error)
    }
  }

  /** Decides on a value. */
  value (policy: string, value: unknown): Decision {
    const decisions = this.#valuesOf(policy)
    if (!isBatchPolicy(this.environment.settings.policies, policy)) {
      return this.#remember(decisions, value, () => this.#evaluate(policy, value))
    }
    return decisions.has(value) ? this.#resultOf(policy, value) : new Later(this.#ask(policy, value))
  }

  * #ask (policy: string, value: unknown): Steps<boolean> {
    yield [this.#question(policy, value)]
    return this.#resultOf(policy, value)
  }

  /** Decides on values of a resource by policies of many values, which are asked together: all must allow it. */
  * all (selected: readonly Selected[], resource: unknown): Steps<boolean> {
    let values = selected.map(one => this.#select(one, resource))
    if (values.some(isPromise)) values = (yield Promise.all(values)) as unknown[]
    const questions: Question[] = []
    for (let index = 0; index < selected.length; index++) {
      if (values[index] === FAILED) return false
      const { policy } = selected[index]!
      if (!this.#valuesOf(policy).has(values[index])) questions.push(this.#question(policy, values[index]))
    }
    if (questions.length > 0) yield questions
    return selected.every(({ policy }, index) => this.#resultOf(policy, values[index]))
  }

  #question (policy: string, value: unknown): Question {
    let batch = this.#batches.get(policy)
    if (batch === undefined) {
      this.#batches.set(policy, batch = { evaluate: (values, work) => this.#decideMany(policy, values, work) })
    }
    return { batch, value }
  }

  #resultOf (policy: string, value: unknown): boolean {
    return this.#valuesOf(policy).get(value) === true
  }

  #valuesOf (policy: string): Map<unknown, Known> {
    let decisions = this.#values.get(policy)
    if (decisions === undefined) this.#values.set(policy, decisions = new Map())
    return decisions
  }

  // Each value is decided on once, and has no promise of its own: for a long list, these cost more than the list.
  async #decideMany (policy: string, values: readonly unknown[], work: Work): Promise<void> {
    const decisions = this.#valuesOf(policy)
    const batch = this.environment.settings.policies[policy] as BatchPolicy
    const calls = callsOf(batch, decisions.size === 0 ? values : values.filter(value => !decisions.has(value)))
    await Promise.all(calls.map(async values => {
      const allowed = await this.#evaluateMany(policy, batch, values)
      await each(values.length, index =>
        this.#settle(decisions, values[index], this.#allows(policy, allowed[index])), work)
    }))
  }

  async #evaluateMany (policy: string, batch: BatchPolicy, values: readonly unknown[]): Promise<readonly unknown[]> {
    try {
      const returned: unknown = await batch.many(this.#request, values)
      checkResults(returned, values.length, `the policy '${policy}', many`)
      ignoreRejections(returned)
      return returned.some(isPromise) ? await Promise.all(returned) : returned
    } catch (error) {
      this.#deny(policy, error, '', values)
      return []
    }
  }

  #remember<K> (decisions: Map<K, Known>, key: K, evaluate: () => Known): Decision {
    let known = decisions.get(key)
    if (known === undefined) decisions.set(key, known = this.#noted(decisions, key, evaluate()))
    return typeof known === 'boolean' ? known : new Later(awaitDecision(known))
  }

  // Once settled, later resources need no promise.
  #noted<K> (decisions: Map<K, Known>, key: K, known: Known): Known {
    if (isPromise(known)) known.then(allowed => this.#settle(decisions, key, allowed), () => {})
    else this.#denied ||= !known
    return known
  }

  #settle<K> (decisions: Map<K, Known>, key: K, allowed: boolean): void {
    this.#denied ||= !allowed
    decisions.set(key, allowed)
  }

  #evaluate (policy: string, ...values: unknown[]): Known {
    try {
      const { [policy]: evaluate } = this.environment.settings.policies
      if (typeof evaluate === 'object') return this.#evaluateCaller(policy, evaluate)
      const decision: unknown = (evaluate as Evaluate)(this.#request, ...values)
      if (!isPromise(decision)) return this.#allows(policy, decision)
      return Promise.resolve(decision).catch((error: unknown) => this.#deny(policy, error, '', values))
        .then(allowed => this.#allows(policy, allowed))
    } catch (error) {
      return this.#deny(policy, error, '', values)
    }
  }

  // Without a resource, which HYPER016 reports.
  async #evaluateCaller (policy: string, batch: BatchPolicy): Promise<boolean> {
    const [allowed] = await this.#evaluateMany(policy, batch, [undefined])
    return this.#allows(policy, allowed)
  }

  // Values such as undefined and null deny as they are meant to. Others are meant to allow, and do not.
  #allows (policy: string, decision: unknown): boolean {
    if (decision === true || !decision) return decision === true
    ignoreRejections(decision)
    this.environment.notices.warn('HYPER029', `the policy '${policy}'`, () => [kindOf(decision)])
    return false
  }

  #deny (policy: string, error: unknown, part: 'select of ' | '', values?: readonly unknown[]): false {
    const { settings, notices } = this.environment
    const described = `${part}the policy '${policy}'`
    if (settings.strict) throw toError(described, error)
    this.#failed = this.#denied = true
    logError(this.#request.log, error, { policy }, `${described} failed; it allows nobody`)
    const lacksResource = values?.length === 0 && takesResource(settings.policies, policy)
    const remedy = lacksResource
      ? `it takes a resource and was evaluated without one. Pass a selector: requireAuthorization('${policy}', ` +
        'resource => resource), or load the resource of the route'
      : part === ''
        ? 'correct what it throws; for callers that are not allowed, return false'
        : 'return the value for the policy, or a promise of it'
    notices.warn('HYPER011', described, () => [remedy], part + policy)
    return false
  }
}

function * awaitDecision (promise: Promise<boolean>): Steps<boolean> {
  return (yield promise) === true
}

/** The part of a logger that logs errors. */
interface ErrorLog {
  error (details: object, message: string): void
}

/**
 * Logs an error with details. The logger of Fastify marks errors, and throws for one that is frozen:
 * a copy of it is logged instead.
 */
function logError (log: ErrorLog, error: unknown, details: object, message: string): void {
  try {
    log.error({ err: error, ...details }, message)
  } catch {
    log.error({ err: copyOf(error), ...details }, message)
  }
}

// Its stack contains its members and its causes, each of which may be frozen, too.
function copyOf (error: unknown): Error {
  const description = inspect(error, { customInspect: false })
  return Object.assign(new Error(description.split('\n', 1)[0]), { stack: description })
}
