// Why a state does not allow an action.
import { computed, type Steps } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import { type CompiledString, compileString, resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Condition } from '../declare/declarations.ts'
import { logError } from '../diagnostics/error-log.ts'
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
  const at = `${place}, when, reason`
  const reasons = conditions.map((condition): Reason => ({
    holds: compileConditions([condition], environment, place)!,
    text: compileString(condition.reason, at, environment)
  }))
  return (resource, resolution) => forgiven(firstReason(reasons, resource, resolution), at, resolution)
}

// The state rejects the request, with its reason or without.
function * forgiven (reason: Steps<string | null>, place: string, resolution: Resolution): Steps<string | null> {
  try {
    return yield * reason
  } catch (error) {
    const { request, environment: { notices } } = resolution
    logError(request.log, error, {}, `${place}: it failed; the response has no reason`)
    notices.report('HYPER039', place, () => [])
    return null
  }
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
