// Why a resource does not offer an action: for tools that ask for it.
import { computed, type Steps } from '../async/steps.ts'
import { askedAction, rememberReason } from '../fastify/content-requests.ts'
import { firstAction } from '../links/columns.ts'
import { isList } from './resources.ts'
import type { LinkedResponse } from './response.ts'

/**
 * Remembers the reason of the state that does not allow the action that a request asks for. A caller whom policies do
 * not allow the action gets none.
 */
export function * explain (response: LinkedResponse): Steps<void> {
  const { request, root } = response
  const name = askedAction(request)
  if (name === undefined || root === null || isList(root)) return
  const { value, compiled, parts } = root
  const first = firstAction(compiled)
  const omitted = compiled.actions.find((action, index) => action.name === name && parts[first + index] === null)
  const state = omitted?.state ?? null
  if (state === null || !(yield * computed(state.permits(value, response)))) return
  const reason = yield * state.reason(value, response)
  if (reason !== null) rememberReason(request, reason)
}
