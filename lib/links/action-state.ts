// Whether the state of a resource allows an action, and why it does not.
import { computed, type Steps } from '../async/steps.ts'
import { type CompiledString, compileString, resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { DeclaredAction } from '../declare/declarations.ts'
import { logError } from '../diagnostics/error-log.ts'
import { type AnyCondition, type Check, compileConditions } from '../policies/conditions.ts'
import type { Part } from './part.ts'

interface Reason {
  readonly holds: Check
  readonly text: CompiledString
}

const always: Check = () => true
const never: Check = () => false

/** Whether the state of a resource allows an action, for the guard of the action's route. */
export class ActionState {
  /** The name of the route of its fixed target. */
  readonly routeName: string
  /** The declared method; null for the first of the route. */
  readonly method: string | null
  /** Whether every state allows it: the action has no `.when` condition. */
  readonly always: boolean
  /** Whether the `.when` conditions hold for a resource. Policies are not evaluated. */
  readonly holds: Check
  /** Whether the other conditions hold: the policies of the action and of its route. */
  readonly permits: Check
  readonly #place: string
  readonly #reasons: readonly Reason[]

  /** @param ofTarget the conditions that its route adds; null for policies of a target that requests choose */
  constructor (
    { place, environment, declared }: Pick<Part, 'place' | 'environment'> & { readonly declared: DeclaredAction },
    routeName: string, ofTarget: readonly AnyCondition[] | null
  ) {
    const states = declared.conditions.filter(condition => condition.kind === 'when')
    const others = declared.conditions.filter(condition => condition.kind !== 'when')
    this.routeName = routeName
    this.method = declared.method
    this.always = states.length === 0
    this.holds = compileConditions(states, environment, place) ?? always
    this.permits =
      ofTarget === null ? never : compileConditions([...others, ...ofTarget], environment, place) ?? always
    this.#place = `${place}, when, reason`
    this.#reasons = states.map(condition => ({
      holds: compileConditions([condition], environment, place)!,
      text: compileString(condition.reason, this.#place, environment)
    }))
  }

  /**
   * Returns the reason of the first condition that does not hold; null if it has none. Evaluated for a request that is
   * rejected only: the state rejects it, with its reason or without.
   */
  * reason (resource: unknown, resolution: Resolution): Steps<string | null> {
    if (!this.#reasons.some(({ text }) => text !== null)) return null
    try {
      for (const { holds, text } of this.#reasons) {
        if (yield * computed(holds(resource, resolution))) continue
        return yield * computed(resolveString(text, resource, resolution))
      }
    } catch (error) {
      const { request, environment: { notices } } = resolution
      logError(request.log, { err: error }, `${this.#place}: it failed; the response has no reason`)
      notices.report('HYPER039', this.#place, () => [])
    }
    return null
  }
}
