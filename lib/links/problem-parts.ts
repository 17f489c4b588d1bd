// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is
// compiled for it.
import type { Eventual } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import type { DeclaredAction, DeclaredLink } from '../declare/declarations.ts'
import type { WholeLink } from '../targets/target.ts'
import { ActionPart } from './action.ts'
import { LinkPart } from './link.ts'
import type { PartScope } from './part.ts'
import type { WholeAction } from './resolved.ts'

/** What messages call it. */
export const PROBLEM = 'a problem document'

// It returns no target: the one of the problem is resolved instead.
const none = () => null

/**
 * Resolves a link. Returns null if it cannot be resolved, and if the policies of its route that decide on the caller
 * only do not allow it.
 * @throws LinkResolutionError in strict mode
 */
export function resolveLink (
  { relation, target }: DeclaredLink, problem: object, resolution: Resolution
): Eventual<WholeLink | null> {
  const declared = { relation, many: false, target: none, conditions: [], attributes: {} }
  const part = new LinkPart(declared, scopeOf(resolution))
  return part.ofReturned(target, { value: problem, shown: undefined }, resolution)
}

/** Resolves an action in the same way, without its form. */
export function resolveAction (
  declared: DeclaredAction, problem: object, resolution: Resolution
): Eventual<WholeAction | null> {
  const chosen = { ...declared, title: undefined, target: none, conditions: [], fields: {} }
  const part = new ActionPart(chosen, scopeOf(resolution))
  return part.ofReturned(declared.target, { value: problem, shown: undefined }, resolution)
}

function scopeOf ({ environment }: Resolution): PartScope {
  return { subject: PROBLEM, environment, curies: [], isProblem: true }
}
