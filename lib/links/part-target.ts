// The target of a link or an action: start-up checks a fixed one, each response the one that a callback returns.
import { ignoreRejections } from '../async/promises.ts'
import { after, type Eventual } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import type { CompiledString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import { type DeclaredAction, type DeclaredLink, isBatchCallback } from '../declare/declarations.ts'
import { isTarget, type TargetParts } from '../declare/target.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { type AnyCondition, compileConditions, isBatched, policyNames } from '../policies/conditions.ts'
import type { TargetPolicies } from '../policies/target-policies.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { type CompiledTarget, resolveTarget } from '../targets/target.ts'
import { omit, type Omittable, omitTarget } from '../targets/why-omitted.ts'
import type { CompiledPart } from './compiled.ts'

/** What is known of a link or an action without its target. */
export interface PartFacts extends Omittable {
  readonly title: CompiledString
  readonly environment: Environment
  readonly policies: TargetPolicies
}

/** The conditions that the route of a fixed target adds. */
export function conditionsOf (target: CompiledTarget | null, facts: PartFacts): readonly AnyCondition[] {
  const { policies, environment: { routes } } = facts
  const route = target?.route ?? null
  return route === null ? [] : policies.conditionsOf(routes.all(route.name))
}

/** Omits a part whose fixed target never works: start-up reported it, so it is only counted. */
export function countOmission ({ subject, relation, environment }: PartFacts): null {
  environment.notices.count(subject, relation)
  return null
}

/**
 * Makes a part of what a callback returned, which may be anything. Null and undefined omit it, and so do the policies
 * of the route of the target.
 * @throws LinkResolutionError in strict mode, for a value that is no target and for one that cannot be resolved
 */
export function makeOfReturned<R> (
  returned: unknown, facts: PartFacts, resource: unknown, resolution: Resolution,
  make: (href: string, target: TargetParts, route: NamedRoute | null) => Eventual<R | null>
): Eventual<R | null> {
  if (returned === null || returned === undefined) return null
  const { place, policies } = facts
  if (!isTarget(returned)) {
    ignoreRejections(returned)
    const reason = () => `its function returned ${kindOf(returned)}, which is no link target: ` +
      'return LinkTarget.uri(…) or LinkTarget.route(…)'
    return omit(facts, { reason, values: () => returned }, resolution)
  }
  // Those that are no strings are omitted.
  if (returned.attributes !== undefined) ignoreRejections(returned.attributes)
  const { href, route } = resolveTarget(returned, place, resource, resolution)
  return after(policies.decide(route, resource, resolution), isShown => {
    if (!isShown) return null
    return href === null ? omitTarget(facts, returned, resource, resolution) : make(href, returned, route)
  })
}

/** What the target of a part adds to its conditions. */
interface Added {
  readonly always: boolean
  readonly byPolicy: boolean
  readonly conditions: readonly AnyCondition[]
}

/** Compiles the conditions of a part: those that it declares, then those that its target adds. */
export function compilePart (
  { conditions, target }: Pick<DeclaredAction | DeclaredLink, 'conditions' | 'target'>, added: Added,
  { place, environment }: PartFacts
): Omit<CompiledPart<unknown>, 'resolve'> {
  const all = [...conditions, ...added.conditions]
  return {
    place,
    always: added.always && all.length === 0,
    policies: policyNames(conditions),
    byPolicy: added.byPolicy || all.some(({ kind }) => kind !== 'when'),
    check: compileConditions(all, environment, place),
    batched: isBatchCallback(target) || all.some(condition => isBatched(condition, environment.settings.policies))
  }
}
