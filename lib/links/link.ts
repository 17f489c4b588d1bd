import type { LinkAttributes, LinkTarget } from '../../types/targets.ts'
import { awaitElements, ignoreRejections } from '../async/promises.ts'
import { after, awaited, computed, Later, together, type Eventual, type Steps } from '../async/steps.ts'
import { isBatchCallback, type AnyCallback, type DeclaredLink } from '../declare/declarations.ts'
import { isTarget, targetParts } from '../declare/target.ts'
import { compileCallback } from '../resolution/callbacks.ts'
import { compileConditions, isBatched, type AnyCondition } from '../policies/conditions.ts'
import type { Environment } from '../targets/environment.ts'
import type { LocalizedString } from '../targets/languages.ts'
import { compileString } from '../resolution/localized.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { checkEnforced, checkReadable, checkUrl, reportMissingRoute, reportUnfit } from '../targets/checks.ts'
import { omitTarget, suffixOf } from '../targets/faults.ts'
import { TargetPolicies } from '../policies/target-policies.ts'
import { compileTarget, hrefOf, neverFits, type CompiledTarget, type WholeLink } from '../targets/target.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { CompiledLink, ResolvedLink, SharedAttributes } from './compiled.ts'
import { resolvePart, type Conditional, type Part } from './columns.ts'
import { linkPlace } from './places.ts'
import { resolveFound, wholeLink, withoutEmpty, withTitle, type LinkFacts } from './whole-link.ts'

/** What its target adds to a compiled link. */
interface CompiledHref {
  readonly resolve: Part<ResolvedLink>['resolve']
  readonly attributes?: SharedAttributes
  readonly templated?: boolean
  readonly hrefPrefix?: string
  readonly constant?: boolean
  readonly routes?: readonly NamedRoute[]
  readonly always?: boolean
  /** The conditions that the route of its fixed target adds. */
  readonly conditions?: readonly AnyCondition[]
  /** Whether the policies of target routes may decide on it. */
  readonly byPolicy: boolean
}

/** Compiles one declared link. */
export function compileLink (declared: DeclaredLink, subject: string, environment: Environment): CompiledLink {
  const { relation, many, target, conditions } = declared
  const { title, ...fixed } = declared.attributes
  const place = linkPlace(subject, relation)
  const attributes = withoutEmpty(fixed)
  const owner = { resourceType: subject, relation }
  const policies = new TargetPolicies(isSelf(relation) ? 'itself' : 'other', declared, place, environment)
  const facts = { owner, place, attributes, title: compileString(title, place, environment), environment, policies }
  const href = many ? compileMany(target, facts) : compileOne(target, facts)
  const { routes = [] } = href
  for (const { name } of routes) checkEnforced(conditions, name, place, environment)
  const all = [...conditions, ...href.conditions ?? []]
  return {
    place,
    attributes: href.attributes ?? attributes,
    templated: href.templated ?? false,
    hrefPrefix: href.hrefPrefix ?? '',
    constant: href.constant ?? false,
    many,
    routes,
    always: href.always === true && all.length === 0,
    byPolicy: href.byPolicy || all.some(({ kind }) => kind !== 'when'),
    check: compileConditions(all, environment.settings.policies, place),
    batched: isBatchCallback(target) || all.some(condition => isBatched(condition, environment.settings.policies)),
    resolve: href.resolve
  }
}

function compileOne (target: DeclaredLink['target'], facts: LinkFacts): CompiledHref {
  if (isTarget(target)) return compileFixed(target, facts)
  const call = compileCallback(target as AnyCallback, facts.place)
  return {
    byPolicy: facts.policies.decideOnCallbacks,
    resolve: (resource, resolution) =>
      after(call(resource, resolution), found => resolveFound(found, facts, resource, resolution))
  }
}

function compileMany (targets: DeclaredLink['target'], facts: LinkFacts): CompiledHref {
  if (!Array.isArray(targets)) return compileManyCallback(targets as AnyCallback, facts)
  const compiled = (targets as LinkTarget[]).map(target => compileChecked(target, facts))
  const conditions = compiled.map(target => conditionsOf(target, facts))
  const links = compiled.map((target, index) => compileWhole(target, conditions[index]!, facts))
  return {
    routes: compiled.flatMap(target => target?.route ?? []),
    always: true,
    byPolicy: conditions.flat().length > 0,
    resolve: (resource, resolution) => new Later(resolveAll(links, resource, resolution))
  }
}

// One of many links: its route hides it and no other.
function compileWhole (
  target: CompiledTarget | null, conditions: readonly AnyCondition[], facts: LinkFacts
): Conditional<WholeLink | null> {
  const { environment: { settings }, place } = facts
  return {
    check: compileConditions(conditions, settings.policies, place),
    resolve: wholeOf(target, withDeprecation(target, facts))
  }
}

function conditionsOf (target: CompiledTarget | null, { policies, environment }: LinkFacts): readonly AnyCondition[] {
  const route = target?.route ?? null
  return route === null ? [] : policies.conditionsOf(environment.routes.all(route.name))
}

function compileManyCallback (callback: AnyCallback, facts: LinkFacts): CompiledHref {
  const call = compileCallback(callback, facts.place)
  return {
    byPolicy: facts.policies.decideOnCallbacks,
    resolve: (resource, resolution) => new Later(resolveMany(call(resource, resolution), facts, resource, resolution))
  }
}

function compileFixed (target: LinkTarget, declared: LinkFacts): CompiledHref {
  const compiled = compileChecked(target, declared)
  const facts = withDeprecation(compiled, declared)
  const always = compiled !== null && (compiled.constant || facts.environment.settings.strict)
  const routes = compiled?.route ? [compiled.route] : []
  const known = { routes, always, byPolicy: false, conditions: conditionsOf(compiled, facts) }
  const own = withoutEmpty({ ...targetParts(target).attributes })
  const title = own.title ?? facts.title
  if (compiled === null || compiled.hrefPrefix === null || typeof title === 'function') {
    return { ...known, resolve: wholeOf(compiled, facts) }
  }
  const { templated, hrefPrefix, constant } = compiled
  return {
    ...known,
    attributes: sharedAttributes(facts.attributes, own, title),
    templated,
    hrefPrefix,
    constant,
    resolve: suffixOf(compiled, facts.owner)
  }
}

function compileChecked (target: LinkTarget, { place, environment }: LinkFacts): CompiledTarget | null {
  const { routes } = environment
  const compiled = compileTarget(target, environment, place)
  checkUrl(targetParts(target), place, environment)
  if (compiled === null) {
    reportMissingRoute(targetParts(target), place, environment)
  } else if (compiled.route !== null) {
    checkReadable(routes.all(compiled.route.name), place, environment)
    if (neverFits(compiled.parts, routes)) return reportUnfit(compiled.parts, place, environment)
  }
  return compiled
}

// A link to a deprecated route has the attribute, unless its declaration has one.
function withDeprecation (target: CompiledTarget | null, facts: LinkFacts): LinkFacts {
  const deprecation = target?.deprecation ?? null
  return deprecation === null ? facts : { ...facts, attributes: { deprecation, ...facts.attributes } }
}

function sharedAttributes (declared: LinkAttributes, own: LinkAttributes, title: LocalizedString): SharedAttributes {
  return title === null && Object.keys(own).length === 0 ? declared : { ...declared, ...own, title }
}

// Start-up reported a target without a route, or whose values never fit. Here it is only counted.
function wholeOf (compiled: CompiledTarget | null, facts: LinkFacts): Part<WholeLink | null>['resolve'] {
  const { owner, environment } = facts
  if (compiled === null) {
    return () => {
      environment.notices.count(owner.resourceType, owner.relation)
      return null
    }
  }
  return (resource, resolution) => {
    const href = hrefOf(compiled, resource, resolution)
    if (href === null) return omitTarget(owner, compiled.parts, resource, resolution)
    return withTitle(wholeLink(href, compiled.parts, facts), facts.title, resource, resolution)
  }
}

type WholeLinks = readonly Conditional<WholeLink | null>[]

function * resolveAll (links: WholeLinks, resource: unknown, resolution: Resolution): Steps<ResolvedLink> {
  const resolved = yield * together(links.length, index => new Later(resolvePart(links[index]!, resource, resolution)))
  return withoutNull(resolved)
}

function * resolveMany (
  returned: Eventual<unknown>, facts: LinkFacts, resource: unknown, resolution: Resolution
): Steps<ResolvedLink> {
  const targets = yield * awaited(awaitElements(yield * computed(returned)))
  if (targets === null || targets === undefined) return null
  const list = [targets].flat() as unknown[]
  // In strict mode the first that is no target ends it.
  for (const found of list) if (!isTarget(found)) ignoreRejections(found)
  return withoutNull(
    yield * together(list.length, index => resolveFound(list[index], facts, resource, resolution), resolution.limit)
  )
}

function isSelf (relation: string): boolean {
  return relation.toLowerCase() === 'self'
}

function withoutNull (links: readonly (WholeLink | null)[]): readonly WholeLink[] {
  return links.filter(link => link !== null)
}
