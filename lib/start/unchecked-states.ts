import { describe } from '../diagnostics/wording.ts'
import { isSafe } from '../http/methods.ts'
import type { CompiledAction } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import { methodFor } from '../links/whole-action.ts'
import type { Environment } from '../resolution/environment.ts'

/**
 * Reports the actions with a `.when` condition whose routes check no state (`HYPER034`), once for the app: clients can send the requests
 * also where they are not offered. Requests that only read change no state.
 */
export function reportUncheckedStates (registry: Pick<Registry, 'all'>, { routes, notices }: Environment): void {
  const unchecked = [...registry.all].flatMap(({ subject, actions }) => actions.flatMap(action => {
    const request = uncheckedRequest(action, routes)
    return request === null ? [] : [`action ${describe(action.name)} of ${describe(subject)}: ${request}`]
  }))
  if (unchecked.length > 0) notices.warn('HYPER034', 'actions', () => [unchecked.length, unchecked.join('; ')])
}

function uncheckedRequest ({ state }: CompiledAction, routes: Environment['routes']): string | null {
  if (state === null || state.always) return null
  for (const route of routes.all(state.routeName)) {
    const method = methodFor(state.method, route)
    if (method !== null && !isSafe(method) && !route.access.checksState) return `${method} ${route.url}`
  }
  return null
}
