// The policies of a route decide whether links to it are shown, as its guard decides whether its handler runs.
import type { Condition } from '../declare/declarations.ts'
import { remembered } from '../remembered.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import {
  type AnyCondition, type Check, compileConditions, type ConditionScope, itself, policyNames
} from './conditions.ts'
import type { Decision } from './decisions.ts'
import { type PolicyEnvironment, takesResource } from './policies.ts'

/**
 * What a link is to the resource that is represented: an action and `self` act on it,
 * and other links lead to other resources.
 */
export type Subject = 'itself' | 'other'

/** A declaration with the conditions that replace policies of its targets. */
interface Declared {
  readonly conditions: readonly Condition[]
}

/** How the policies of its targets decide on one declared link or action. */
export class TargetPolicies {
  readonly #subject: Subject
  readonly #replaced: readonly string[]
  readonly #place: string
  readonly #environment: PolicyEnvironment
  // By the routes of the app that callbacks chose so far, which clients cannot add to.
  #checks: Map<NamedRoute, Check | null> | null = null

  /** @param declared a policy that it selects a value for decides on that value only */
  constructor (subject: Subject, { conditions }: Declared, place: string, environment: PolicyEnvironment) {
    this.#subject = subject
    const selecting = conditions.filter(condition => condition.kind === 'policy' && condition.select !== null)
    this.#replaced = policyNames(selecting)
    this.#place = place
    this.#environment = environment
  }

  /** Whether policies may decide on targets that a callback chooses. */
  get decideOnCallbacks (): boolean {
    return this.#environment.routes.hasPolicies
  }

  /**
   * The conditions that the route of a fixed target adds.
   * @param versions of the route; the request decides which one it is
   */
  conditionsOf (versions: readonly NamedRoute[]): readonly AnyCondition[] {
    if (versions.length === 1) return this.#conditionsOf(versions[0]!)
    if (versions.every(route => this.#conditionsOf(route).length === 0)) return []
    const { name } = versions[0]!
    return [{ kind: 'target', check: (resource, scope) => this.decide(scope.route(name)!, resource, scope) }]
  }

  /** Decides on the route of a target that a request chose; null for a URL. */
  decide (route: NamedRoute | null, resource: unknown, scope: ConditionScope): Decision {
    if (route === null || route.settings.guard.policies.length === 0) return true
    const checks = this.#checks ??= new Map<NamedRoute, Check | null>()
    const check = remembered(checks, route, () => this.checkOf([route]))
    return check === null || check(resource, scope)
  }

  /** The conditions that the route of a fixed target adds, as one check; null for none. */
  checkOf (versions: readonly NamedRoute[]): Check | null {
    return compileConditions(this.conditionsOf(versions), this.#environment, this.#place)
  }

  // With a policy that does not exist the app fails to start, where the guard of the route is prepared.
  #conditionsOf ({ settings: { guard: { policies: names, resource } } }: NamedRoute): AnyCondition[] {
    const { policies } = this.#environment.settings
    const conditions: AnyCondition[] = []
    for (const policy of names) {
      if (!Object.hasOwn(policies, policy) || this.#replaced.includes(policy)) continue
      if (resource === null || !takesResource(policies, policy)) {
        // Without a resource, every policy of the guard decides on the caller.
        conditions.push({ kind: 'target', check: (_resource, { decisions }) => decisions.caller(policy) })
      } else if (this.#subject === 'itself') conditions.push({ kind: 'policy', policy, select: itself })
    }
    return conditions
  }
}
