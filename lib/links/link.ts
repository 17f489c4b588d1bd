import type { LinkAttributes, LinkTarget } from '../../types/links.ts'
import { awaitElements, chain, gather } from '../async/promises.ts'
import type { Callback, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, partsOf } from '../declare/target.ts'
import { withConditions, type Resolve } from '../resolution/conditions.ts'
import type { Environment } from '../resolution/environment.ts'
import type { LocalizedString } from '../resolution/languages.ts'
import { compileString } from '../resolution/localized.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { checkReadable, reportMissingRoute, reportUnfit } from '../resolution/target-checks.ts'
import { omitTarget } from '../resolution/target-faults.ts'
import { compileTarget, hrefOf, neverFits, type CompiledTarget, type WholeLink } from '../resolution/target.ts'
import type { NamedRoute } from '../routes/named-routes.ts'
import type { CompiledLink, ResolvedLink, SharedAttributes } from './compiled.ts'
import { linkPlace } from './places.ts'
import { resolveFound, wholeLink, withoutEmpty, withTitle, type LinkFacts } from './whole-link.ts'

/** What its target adds to a compiled link. */
interface CompiledHref {
  readonly attributes?: SharedAttributes
  readonly templated?: boolean
  readonly hrefPrefix?: string
  readonly constant?: boolean
  readonly routes?: readonly NamedRoute[]
  readonly always?: boolean
  readonly resolve: Resolve<ResolvedLink>
}

/** Compiles one declared link. */
export function compileLink (declared: DeclaredLink, subject: string, environment: Environment): CompiledLink {
  const { relation, many, target, conditions } = declared
  const { title, ...fixed } = declared.attributes
  const place = linkPlace(subject, relation)
  const attributes = withoutEmpty(fixed)
  const owner = { resourceType: subject, relation }
  const facts = { owner, place, attributes, title: compileString(title, place, environment), environment }
  const href = many ? compileMany(target, facts) : compileOne(target, facts)
  return {
    place,
    attributes: href.attributes ?? attributes,
    templated: href.templated ?? false,
    hrefPrefix: href.hrefPrefix ?? '',
    constant: href.constant ?? false,
    many,
    routes: href.routes ?? [],
    always: href.always === true && conditions.length === 0,
    resolve: withConditions(conditions, href.resolve, environment.settings.policies, place)
  }
}

function compileOne (target: DeclaredLink['target'], facts: LinkFacts): CompiledHref {
  if (isTarget(target)) return compileFixed(target, facts)
  const callback = target as Callback<unknown>
  const resolve = (resource: unknown, resolution: Resolution) =>
    chain(callback(resource, resolution.context!), found => resolveFound(found, facts, resource, resolution))
  return { resolve }
}

function compileMany (targets: DeclaredLink['target'], facts: LinkFacts): CompiledHref {
  if (typeof targets === 'function') return compileManyCallback(targets as Callback<unknown>, facts)
  const compiled = (targets as LinkTarget[]).map(target => compileChecked(target, facts))
  const factsOf = compiled.map(target => withDeprecation(target, facts))
  const resolve = (resource: unknown, resolution: Resolution) =>
    chain(gather(compiled.length, index => resolveWhole(compiled[index]!, factsOf[index]!, resource, resolution)), withoutNull)
  return { routes: compiled.flatMap(target => target?.route ?? []), always: true, resolve }
}

function compileManyCallback (callback: Callback<unknown>, facts: LinkFacts): CompiledHref {
  return {
    resolve: (resource, resolution) => chain(callback(resource, resolution.context!), found =>
      chain(awaitElements(found), targets => resolveMany(targets, facts, resource, resolution)))
  }
}

function compileFixed (target: LinkTarget, declared: LinkFacts): CompiledHref {
  const compiled = compileChecked(target, declared)
  const facts = withDeprecation(compiled, declared)
  const always = compiled !== null && (compiled.constant || facts.environment.settings.strict)
  const known = { routes: compiled?.route ? [compiled.route] : [], always }
  const own = withoutEmpty({ ...partsOf(target).attributes })
  const title = own.title ?? facts.title
  if (compiled === null || compiled.hrefPrefix === null || typeof title === 'function') {
    return { ...known, resolve: (resource, resolution) => resolveWhole(compiled, facts, resource, resolution) }
  }
  const { parts, templated, hrefPrefix, constant } = compiled
  return {
    ...known,
    attributes: sharedAttributes(facts.attributes, own, title),
    templated,
    hrefPrefix,
    constant,
    resolve: (resource, resolution) => compiled.hrefSuffix(resource, resolution) ?? omitTarget(facts.owner, parts, resource, resolution)
  }
}

function compileChecked (target: LinkTarget, { place, environment }: LinkFacts): CompiledTarget | null {
  const { routes } = environment
  const compiled = compileTarget(target, environment, place)
  if (compiled === null) {
    reportMissingRoute(partsOf(target), place, environment)
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
function resolveWhole (
  compiled: CompiledTarget | null, facts: LinkFacts, resource: unknown, resolution: Resolution
): WholeLink | null | Promise<WholeLink> {
  const { owner, environment } = facts
  if (compiled === null) {
    environment.notices.count(owner.resourceType, owner.relation)
    return null
  }
  const href = hrefOf(compiled, resource, resolution)
  if (href === null) return omitTarget(owner, compiled.parts, resource, resolution)
  return withTitle(wholeLink(href, compiled.parts, facts), facts.title, resource, resolution)
}

function resolveMany (targets: unknown, facts: LinkFacts, resource: unknown, resolution: Resolution): ResolvedLink | Promise<ResolvedLink> {
  if (targets === null || targets === undefined) return null
  const list = [targets].flat() as unknown[]
  return chain(gather(list.length, index => resolveFound(list[index], facts, resource, resolution), resolution), withoutNull)
}

function withoutNull (links: readonly (WholeLink | null)[]): readonly WholeLink[] {
  return links.filter(link => link !== null)
}
