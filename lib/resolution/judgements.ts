import type { FastifyRequest } from 'fastify'
import { isPromise } from '../async/promises.ts'
import { toError } from '../errors.ts'
import type { Environment } from './environment.ts'

/** Whether a policy admits the caller, or a condition holds; a promise if a callback returned one. */
export type Judgement = boolean | Promise<boolean>

/** A value of a resource that a policy judges. */
export type Select = (resource: unknown) => unknown

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

  /** Whether a policy was evaluated, or would have been. */
  get any (): boolean {
    return this.#failed || this.#callers.size > 0 || this.#values.size > 0
  }

  /** Whether a policy did not admit the caller. */
  get denied (): boolean {
    return this.#denied
  }

  /** Judges the caller alone. */
  caller (policy: string): Judgement {
    return this.#remember(this.#callers, policy, () => this.#evaluate(policy))
  }

  /** Judges what `select` returns for a resource; awaits a promise of it. A selector that fails counts as a policy that throws. */
  selected (policy: string, select: Select, resource: unknown): Judgement {
    try {
      const selected = select(resource)
      if (!isPromise(selected)) return this.value(policy, selected)
      return Promise.resolve(selected).then(value => this.value(policy, value), error => this.#deny(policy, error, 'select of '))
    } catch (error) {
      return this.#deny(policy, error, 'select of ')
    }
  }

  /** Judges a value. */
  value (policy: string, value: unknown): Judgement {
    let judgements = this.#values.get(policy)
    if (judgements === undefined) this.#values.set(policy, judgements = new Map())
    return this.#remember(judgements, value, () => this.#evaluate(policy, value))
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
      const judgement: unknown = this.#environment.settings.policies[policy]!(this.#request, ...values)
      if (!isPromise(judgement)) return judgement === true
      return Promise.resolve(judgement).then(admitted => admitted === true, error => this.#deny(policy, error, '', values))
    } catch (error) {
      return this.#deny(policy, error, '', values)
    }
  }

  #deny (policy: string, error: unknown, part: 'select of ' | '', values?: readonly unknown[]): false {
    const { settings, notices } = this.#environment
    const described = `${part}the policy '${policy}'`
    if (settings.strict) throw toError(described, error)
    this.#failed = this.#denied = true
    this.#request.log.error({ err: error, policy }, `${described} threw; it admits nobody`)
    const lacksResource = values?.length === 0 && settings.policies[policy]!.length > 1
    const remedy = lacksResource
      ? `it takes a resource and was evaluated without one. Pass a selector: requireAuthorization('${policy}', resource => resource)` +
        ', or load the resource of the route'
      : part === '' ? 'make it return false' : 'return the value to judge, or a promise of it'
    notices.warn('HYPER011', described, () => [remedy], part + policy)
    return false
  }
}
