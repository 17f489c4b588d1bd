// A link whose whole href is known only with a resource.
import type { LinkAttributes } from '../../types/targets.ts'
import { ignoreRejections } from '../async/promises.ts'
import { after, type Eventual } from '../async/steps.ts'
import { isTarget, type TargetParts } from '../declare/target.ts'
import { kindOf } from '../diagnostics/wording.ts'
import type { Environment } from '../targets/environment.ts'
import { resolveString, type CompiledString } from '../resolution/localized.ts'
import { omit, type LinkOwner } from '../targets/omission.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { checkReadable } from '../targets/checks.ts'
import { TargetPolicies } from '../policies/target-policies.ts'
import { omitTarget } from '../targets/faults.ts'
import { isTemplated, resolveTarget, type WholeLink } from '../targets/target.ts'
import { linkPlace } from './places.ts'

/** What the targets of one declared link share. */
export interface LinkFacts {
  readonly owner: LinkOwner
  /** Where it is declared, for messages. */
  readonly place: string
  readonly attributes: LinkAttributes
  readonly title: CompiledString
  readonly environment: Environment
  readonly policies: TargetPolicies
}

type TargetFacts = Omit<LinkFacts, 'title'>

const NO_ATTRIBUTES: LinkAttributes = Object.freeze({})

/**
 * Resolves a target outside a configuration, such as a link of a problem document. Returns null if it cannot be
 * resolved, and if the policies of its route that decide on the caller only do not allow it.
 * @throws LinkResolutionError in strict mode
 */
export function resolveLink (
  target: unknown, subject: string, relation: string, resource: unknown, resolution: Resolution
): Eventual<WholeLink | null> {
  const { environment } = resolution
  const place = linkPlace(subject, relation)
  const policies = new TargetPolicies('other', { conditions: [] }, place, environment)
  const facts = { owner: { resourceType: subject, relation }, place, attributes: NO_ATTRIBUTES, environment, policies }
  return resolveUntitled(target, facts, resource, resolution)
}

/** The attributes that are strings and not empty. */
export function withoutEmpty (attributes: Record<string, unknown>): LinkAttributes {
  const entries = Object.entries(attributes)
  return entries.length === 0
    ? NO_ATTRIBUTES
    : Object.fromEntries(entries.filter(([, value]) => typeof value === 'string' && value !== ''))
}

/** Resolves what a callback returned. */
export function resolveFound (
  found: unknown, facts: LinkFacts, resource: unknown, resolution: Resolution
): Eventual<WholeLink | null> {
  return after(resolveUntitled(found, facts, resource, resolution), link =>
    link === null ? null : withTitle(link, facts.title, resource, resolution))
}

// Callbacks return anything.
function resolveUntitled (
  found: unknown, facts: TargetFacts, resource: unknown, resolution: Resolution
): Eventual<WholeLink | null> {
  if (found === null || found === undefined) return null
  const { owner, place, environment, policies } = facts
  if (!isTarget(found)) {
    ignoreRejections(found)
    const reason = () => `its function returned ${kindOf(found)}, which is no link target: ` +
      'return LinkTarget.uri(…) or LinkTarget.route(…)'
    return omit(owner, { reason, values: () => found }, resolution)
  }
  const { href, route } = resolveTarget(found, place, resource, resolution)
  if (route !== null) checkReadable([route], place, environment)
  return after(policies.decide(route, resource, resolution), isShown => {
    if (!isShown) return null
    return href === null ? omitTarget(owner, found, resource, resolution) : wholeLink(href, found, facts)
  })
}

/** A link with the attributes of its declaration and its target. */
export function wholeLink (href: string, parts: TargetParts, { attributes }: TargetFacts): WholeLink {
  const all = parts.attributes === undefined ? attributes : { ...attributes, ...withoutEmpty({ ...parts.attributes }) }
  return { href, templated: isTemplated(parts), attributes: all }
}

/** Adds the declared title, unless the target has its own. */
export function withTitle (
  link: WholeLink, title: CompiledString, resource: unknown, resolution: Resolution
): Eventual<WholeLink> {
  if (title === null || link.attributes.title !== undefined) return link
  return after(resolveString(title, resource, resolution), resolved =>
    resolved === null ? link : { ...link, attributes: { title: resolved, ...link.attributes } })
}
