// What a guard sends in place of the handler's response.
import type { Steps } from '../../async/steps.ts'
import type { HyperProblem } from '../../../types/problem.ts'
import { problemWriter } from '../../formats/built-in.ts'
import type { CompiledConfig } from '../../links/compiled.ts'
import { evaluate, LinkedResource } from '../../links/level.ts'
import { settle } from '../../links/settle.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import { ownProblem, problem, withMember, withMembers } from '../problem/problem.ts'

/** Policies do not admit the caller. */
export function forbidden (): HyperProblem {
  return ownProblem(problem({ status: 403, detail: 'The caller is not allowed to send this request.' }))
}

/** There is no resource, or the caller must not know that there is one: both problems are identical. */
export function notFound (): HyperProblem {
  return ownProblem(problem({ status: 404, detail: 'There is no such resource.' }))
}

/**
 * The state of the resource does not allow the action. The problem contains the links and actions that the resource has now.
 * @param linked the configuration of the resource, without embedded resources
 */
export function * conflict (
  action: string, resource: object, linked: CompiledConfig, resolution: Resolution
): Steps<HyperProblem> {
  const document = ownProblem(problem({ status: 409, detail: 'The state of the resource does not allow this action.' }))
  withMember(document, 'action', action)
  const evaluated = new LinkedResource(resource, linked, true)
  const pending = evaluate([evaluated], false, resolution)
  if (pending !== null) yield settle(pending, resolution)
  const { links, actions } = evaluated
  return withMembers(document, body => problemWriter(linked, resolution)(body, { links, actions, embedded: [] }, []))
}
