import type { LinkContext } from '../../types/callbacks.ts'
import type { Policies } from '../../types/policies.ts'
import { handled, isPromise } from '../async/promises.ts'
import { computed, Later, type Steps } from '../async/steps.ts'
import type { Condition } from '../declare/declarations.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { Decision, Decisions, Select } from './decisions.ts'
import { checkPolicyName, isBatchPolicy, type PolicyEnvironment, takesResource } from './policies.ts'

/** What conditions read of one response; a `Resolution` has it. */
export interface ConditionScope {
  readonly context: LinkContext
  readonly decisions: Decisions
  /** Whether the client prefers to get the resources of a relation embedded. */
  demands (relation: string): boolean
  /** The route of a name, for the version and host of the request. */
  route (name: string): NamedRoute | undefined
}

/** Whether a condition holds for a resource. */
export type Check = (resource: unknown, scope: ConditionScope) => Decision

/** A condition that is declared, or that a target adds. */
export type AnyCondition = Condition | { readonly kind: 'target', readonly check: Check }

type PolicyCondition = Extract<Condition, { kind: 'policy' }>

const NONE: readonly string[] = Object.freeze([])

/** Returns the names of the policies among conditions. */
export function policyNames (conditions: readonly AnyCondition[]): readonly string[] {
  const declared = conditions.filter(condition => condition.kind === 'policy')
  if (declared.length === 0) return NONE
  return declared.map(({ policy }) => policy)
}

/** Whether a condition is a policy that decides on many values in one call. */
export function isBatched (condition: AnyCondition, policies: Policies): condition is PolicyCondition {
  return condition.kind === 'policy' && isBatchPolicy(policies, condition.policy)
}

/** Selects the resource itself. */
export const itself: Select = resource => resource

/**
 * Compiles conditions into one check; null without conditions. After the first that does not hold, nothing else is
 * evaluated. Policies of many values come last, and together: so each is called once for all resources that
 * are known together.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY
 */
export function compileConditions (
  conditions: readonly AnyCondition[], environment: PolicyEnvironment, place: string
): Check | null {
  const { policies } = environment.settings
  const batched = conditions.filter(condition => isBatched(condition, policies))
    .map(({ policy, select }) => ({ policy, select: select ?? itself }))
  const checks = conditions.filter(condition => !isBatched(condition, policies))
    .map(condition => compileCondition(condition, environment, place))
  if (batched.length > 1) checks.push((resource, { decisions }) => new Later(decisions.all(batched, resource)))
  else checks.push(...batched.map(compilePolicy))
  if (checks.length <= 1) return checks[0] ?? null
  return (resource, scope) => {
    for (let index = 0; index < checks.length; index++) {
      const decision = checks[index]!(resource, scope)
      if (decision === false) return false
      if (decision === true) continue
      return new Later(allHold(decision.steps, checks.slice(index + 1), check => check(resource, scope)))
    }
    return true
  }
}

// From the first condition that waits.
function * allHold (
  first: Steps<boolean>, others: readonly Check[], decide: (check: Check) => Decision
): Steps<boolean> {
  if (!(yield * first)) return false
  for (const check of others) if (!(yield * computed(decide(check)))) return false
  return true
}

function compileCondition (condition: AnyCondition, environment: PolicyEnvironment, place: string): Check {
  if (condition.kind === 'target') return condition.check
  if (condition.kind === 'when') return compilePredicate(condition, place)
  const { policy, select } = condition
  checkPolicyName(place, policy, environment.settings.policies)
  if (select === null) reportWithoutResource(place, policy, environment)
  return compilePolicy(condition)
}

function compilePolicy ({ policy, select }: Pick<PolicyCondition, 'policy' | 'select'>): Check {
  if (select === null) return (_resource, { decisions }) => decisions.caller(policy)
  if (select === itself) return (resource, { decisions }) => decisions.value(policy, resource)
  return (resource, { decisions }) => decisions.selected(policy, select, resource)
}

function reportWithoutResource (place: string, policy: string, { settings, notices }: PolicyEnvironment): void {
  if (!takesResource(settings.policies, policy)) return
  const remedy = `Pass a selector: requireAuthorization(${describe(policy)}, resource => resource)`
  notices.report('HYPER016', place, () => [describe(policy), remedy], `${place} ${policy}`)
}

function compilePredicate ({ predicate }: Extract<Condition, { kind: 'when' }>, place: string): Check {
  const later = function * (promise: Promise<unknown>): Steps<boolean> { return isTruthy(yield promise, place) }
  return (resource, scope) => {
    const value: unknown = predicate(resource, scope.context)
    if (typeof value === 'boolean') return value
    if (isPromise(value)) return new Later(later(value))
    return isTruthy(value, place)
  }
}

// A method that was not called, as in `when(order => order.isOpen)`, would always hold.
function isTruthy (value: unknown, place: string): boolean {
  if (typeof value === 'function') {
    fail(
      'FST_ERR_HYPER_INVALID_OPTION', `${place}, when`, 'a function that the predicate returned',
      'Call it, and return its result.'
    )
  }
  return Boolean(handled(value))
}
