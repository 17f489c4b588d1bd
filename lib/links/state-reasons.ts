// Why a state does not allow an action.
import { computed, type Steps } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import { type CompiledString, compileString, resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Condition } from '../declare/declarations.ts'
import { type Check, compileConditions } from '../policies/conditions.ts'

type StateCondition = Extract<Condition, { kind: 'when' }>

interface Reason {
  readonly holds: Check
  readonly text: CompiledString
}

/** Compiles what returns the reason of the first condition that does not hold; null if it has none. */
export function compileReasons (
  conditions: readonly StateCondition[], place: string, environment: Environment
): (resource: unknown, resolution: Resolution) => Steps<string | null> {
  const reasons = conditions.map((condition): Reason => ({
    holds: compileConditions([condition], environment, place)!,
    text: compileString(condition.reason, `${place}, when, reason`, environment)
  }))
  return (resource, resolution) => firstReason(reasons, resource, resolution)
}

// Evaluated for a request that is rejected only.
function * firstReason (reasons: readonly Reason[], resource: unknown, resolution: Resolution): Steps<string | null> {
  if (!reasons.some(({ text }) => text !== null)) return null
  for (const { holds, text } of reasons) {
    if (yield * computed(holds(resource, resolution))) continue
    return yield * computed(resolveString(text, resource, resolution))
  }
  return null
}
