// Why a resource does not offer an action: for tools that ask for it.
import { computed, type Steps } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import { rememberReason } from '../fastify/content-requests.ts'
import { firstAction } from '../links/columns.ts'
import type { Exchange } from './plan.ts'
import { isList, type Root } from './resources.ts'

/**
 * Remembers the reason of the state that does not allow the action that a request asks for. A caller whom policies do
 * not allow the action gets none.
 */
export function * explain (
  name: string, { request }: Exchange, root: Root, resolution: Resolution
): Steps<void> {
  if (isList(root)) return
  const { value, compiled, parts } = root
  const first = firstAction(compiled)
  const omitted = compiled.actions.find((action, index) => action.name === name && parts[first + index] === null)
  const state = omitted?.state ?? null
  if (state === null || !(yield * computed(state.permits(value, resolution)))) return
  const reason = yield * state.reason(value, resolution)
  if (reason !== null) rememberReason(request, reason)
}
