import { isTarget } from '../declare/target.ts'
import type { DeclaredAction } from '../declare/declarations.ts'
import { compileConditions, type Check } from '../policies/conditions.ts'
import { namesRoute } from '../targets/target.ts'

/** Whether the state of a resource allows an action, for the guard of the action's route. */
export interface ActionState {
  /** The name of the route of its fixed target. */
  readonly routeName: string
  /** The declared method; null for the first of the route. */
  readonly method: string | null
  /** Whether every state allows it: the action has no `.when` condition. */
  readonly always: boolean
  /** Whether the `.when` conditions hold for a resource. Policies are not evaluated. */
  readonly holds: Check
}

/** Compiles the `.when` conditions of an action; null if its target is a URL, or chosen by a callback. */
export function actionState ({ target, method, conditions }: DeclaredAction, place: string): ActionState | null {
  if (!isTarget(target) || !namesRoute(target)) return null
  const states = conditions.filter(({ kind }) => kind === 'when')
  return {
    routeName: target.reference,
    method,
    always: states.length === 0,
    holds: compileConditions(states, {}, place) ?? (() => true)
  }
}
