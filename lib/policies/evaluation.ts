// Calls the policies of the app. Whatever fails denies, and is reported; in strict mode it throws.
import type { FastifyRequest } from 'fastify'
import type { BatchPolicy } from '../../types/policies.ts'
import { ignoreRejections, isPromise } from '../async/promises.ts'
import { logError } from '../diagnostics/error-log.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { toError } from '../errors.ts'
import { checkResults } from '../options/checks.ts'
import { type PolicyEnvironment, takesResource } from './policies.ts'

// Without a resource, a policy gets one argument.
type Evaluate = (request: FastifyRequest, ...values: readonly unknown[]) => unknown

/** Calls the policies of one registration of the plugin for one request. */
export class Evaluation {
  readonly environment: PolicyEnvironment
  readonly #request: FastifyRequest

  constructor (environment: PolicyEnvironment, request: FastifyRequest) {
    this.environment = environment
    this.#request = request
  }

  /** Evaluates a policy. @param values the value that it decides on; empty for the caller alone */
  one (policy: string, values: readonly unknown[]): boolean | Promise<boolean> {
    const { [policy]: evaluate } = this.environment.settings.policies
    // Without a resource, which HYPER016 reports.
    if (typeof evaluate === 'object') {
      return this.many(policy, [undefined]).then(([allowed]) => this.allows(policy, allowed))
    }
    try {
      const decision: unknown = (evaluate as Evaluate)(this.#request, ...values)
      if (typeof decision === 'boolean') return decision
      if (!isPromise(decision)) return this.allows(policy, decision)
      return Promise.resolve(decision).catch((error: unknown) => this.#denied(policy, error, values))
        .then(allowed => this.allows(policy, allowed))
    } catch (error) {
      return this.#denied(policy, error, values)
    }
  }

  /** Evaluates a policy of many values; returns what it decided, which `allows` reads. Nothing if it fails. */
  async many (policy: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    try {
      const returned: unknown = await (this.environment.settings.policies[policy] as BatchPolicy)
        .many(this.#request, values)
      checkResults(returned, values.length, `the policy '${policy}', many`)
      ignoreRejections(returned)
      return returned.some(isPromise) ? await Promise.all(returned) : returned
    } catch (error) {
      this.#denied(policy, error, values)
      return []
    }
  }

  /** Whether a policy allows: only true does. Undefined and null deny as they are meant to; other values do not. */
  allows (policy: string, decision: unknown): boolean {
    if (decision === true || !decision) return decision === true
    ignoreRejections(decision)
    this.environment.notices.report('HYPER029', `the policy '${policy}'`, () => [kindOf(decision)])
    return false
  }

  #denied (policy: string, error: unknown, values: readonly unknown[]): false {
    return this.failed(policy, error, remedyFor(policy, values, this.environment))
  }

  /** Reports a policy, or its selector, that failed (`HYPER011`). Returns false. @throws the error in strict mode */
  failed (policy: string, error: unknown, remedy: string, part: 'select of ' | '' = ''): false {
    const { settings, notices } = this.environment
    const described = `${part}the policy '${policy}'`
    if (settings.strict) throw toError(described, error)
    logError(this.#request.log, { err: error, policy }, `${described} failed; it allows nobody`)
    notices.report('HYPER011', described, () => [remedy], part + policy)
    return false
  }
}

function remedyFor (policy: string, values: readonly unknown[], { settings }: PolicyEnvironment): string {
  if (values.length > 0 || !takesResource(settings.policies, policy)) {
    return 'correct what it throws; for callers that are not allowed, return false'
  }
  return `it takes a resource and was evaluated without one. Pass a selector: requireAuthorization('${policy}', ` +
    'resource => resource), or load the resource of the route'
}
