import type { LinkAttributes, LinkTarget } from '../../types/targets.ts'
import { awaitElements, ignoreRejections } from '../async/promises.ts'
import { after, awaited, computed, type Eventual, Later, type Steps, together } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import type { LocalizedString } from '../context/languages.ts'
import { type CompiledString, compileString, resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { AnyCallback, DeclaredLink } from '../declare/declarations.ts'
import { listed } from '../declare/lists.ts'
import { isTarget, type TargetParts, targetParts } from '../declare/target.ts'
import { placeOf } from '../diagnostics/wording.ts'
import { isSameRelation } from '../http/link-values.ts'
import { type AnyCondition, compileConditions } from '../policies/conditions.ts'
import { TargetPolicies } from '../policies/target-policies.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { checkEnforced, checkReadable, compileReadable } from '../targets/checks.ts'
import { type CompiledTarget, hrefOf, isTemplated, type WholeLink } from '../targets/target.ts'
import { omitTarget, suffixOf } from '../targets/why-omitted.ts'
import { compileCallback } from './callbacks.ts'
import { type Conditional, type Part, resolvePart } from './columns.ts'
import type { CompiledLink, ResolvedLink, SharedAttributes } from './compiled.ts'
import { compilePart, conditionsOf, countOmission, makeOfReturned, type PartFacts } from './part-target.ts'

/** What the targets of one declared link share. */
interface LinkFacts extends PartFacts {
  readonly attributes: LinkAttributes
}

/** What its target adds to a compiled link. */
interface LinkTargeting extends Pick<CompiledLink, 'resolve' | 'always' | 'never' | 'byPolicy'> {
  readonly routes: readonly NamedRoute[]
  /** The conditions that the route of its fixed target adds. */
  readonly conditions: readonly AnyCondition[]
  /** If it resolves to a string. */
  readonly template?: Pick<CompiledLink, 'attributes' | 'templated' | 'hrefPrefix' | 'constant'>
}

/** Compiles one declared link. */
export function compileLink (declared: DeclaredLink, subject: string, environment: Environment): CompiledLink {
  const { relation, many, target, conditions } = declared
  const { title, ...fixed } = declared.attributes
  const place = placeOf(subject, 'relation', relation)
  const attributes = withoutEmpty(fixed)
  const shown = isSameRelation(relation, 'self') ? 'itself' : 'other'
  const policies = new TargetPolicies(shown, declared, place, environment)
  const facts = {
    place, subject, relation, attributes, title: compileString(title, place, environment), environment, policies
  }
  const targeting = many ? compileMany(target, facts) : compileOne(target, facts)
  const { routes, never, template = NO_TEMPLATE, resolve } = targeting
  for (const { name } of routes) checkEnforced(conditions, name, place, environment)
  const { always, policies: declaredPolicies, byPolicy, check, batched } = compilePart(declared, targeting, facts)
  // Each property by its name: copies of objects take V8 longer.
  return {
    place,
    always,
    policies: declaredPolicies,
    byPolicy,
    check,
    batched,
    attributes: template.attributes ?? attributes,
    templated: template.templated,
    hrefPrefix: template.hrefPrefix,
    constant: template.constant,
    many,
    routes,
    never,
    resolve
  }
}

const NO_TEMPLATE = { attributes: null, templated: false, hrefPrefix: '', constant: false }

function compileOne (target: DeclaredLink['target'], facts: LinkFacts): LinkTargeting {
  if (isTarget(target)) return compileOneFixed(target, facts)
  const call = compileCallback(target as AnyCallback, facts.place)
  return {
    ...ofCallback(facts),
    resolve: (resource, resolution) =>
      after(call(resource, resolution), returned => resolveReturned(returned, facts, resource, resolution))
  }
}

function ofCallback ({ policies }: LinkFacts): Omit<LinkTargeting, 'resolve'> {
  return { routes: [], always: false, never: false, byPolicy: policies.decideOnCallbacks, conditions: [] }
}

function compileMany (targets: DeclaredLink['target'], facts: LinkFacts): LinkTargeting {
  if (!Array.isArray(targets)) return compileManyCallback(targets as AnyCallback, facts)
  const compiled = (targets as LinkTarget[]).map(target => compileReadable(target, facts.place, facts.environment))
  const conditions = compiled.map(target => conditionsOf(target, facts))
  const links = compiled.map((target, index) => compileWhole(target, conditions[index]!, facts))
  return {
    routes: compiled.flatMap(target => target?.route ?? []),
    always: true,
    never: compiled.length > 0 && compiled.every(target => target === null),
    byPolicy: conditions.flat().length > 0,
    conditions: [],
    resolve: (resource, resolution) => new Later(resolveAll(links, resource, resolution))
  }
}

// One of many links: its route hides it and no other.
function compileWhole (
  target: CompiledTarget | null, conditions: readonly AnyCondition[], facts: LinkFacts
): Conditional<WholeLink | null> {
  return {
    check: compileConditions(conditions, facts.environment, facts.place),
    resolve: wholeOf(target, withDeprecation(target, facts))
  }
}

function compileManyCallback (callback: AnyCallback, facts: LinkFacts): LinkTargeting {
  const call = compileCallback(callback, facts.place)
  return {
    ...ofCallback(facts),
    resolve: (resource, resolution) => new Later(resolveMany(call(resource, resolution), facts, resource, resolution))
  }
}

function compileOneFixed (target: LinkTarget, declared: LinkFacts): LinkTargeting {
  const compiled = compileReadable(target, declared.place, declared.environment)
  const facts = withDeprecation(compiled, declared)
  const always = compiled !== null && (compiled.constant || facts.environment.settings.strict)
  const routes = compiled?.route ? [compiled.route] : []
  const never = compiled === null
  const known = { routes, always, never, byPolicy: false, conditions: conditionsOf(compiled, facts) }
  const own = withoutEmpty({ ...targetParts(target).attributes })
  const title = own.title ?? facts.title
  if (compiled === null || compiled.hrefPrefix === null || typeof title === 'function') {
    return { ...known, resolve: wholeOf(compiled, facts) }
  }
  const { templated, hrefPrefix, constant } = compiled
  return {
    ...known,
    template: { attributes: sharedAttributes(facts.attributes, own, title), templated, hrefPrefix, constant },
    resolve: suffixOf(compiled, facts)
  }
}

// A link to a deprecated route has the attribute, unless its declaration has one.
function withDeprecation (target: CompiledTarget | null, facts: LinkFacts): LinkFacts {
  const deprecation = target?.deprecation ?? null
  return deprecation === null ? facts : { ...facts, attributes: { deprecation, ...facts.attributes } }
}

function sharedAttributes (declared: LinkAttributes, own: LinkAttributes, title: LocalizedString): SharedAttributes {
  return title === null && Object.keys(own).length === 0 ? declared : { ...declared, ...own, title }
}

function wholeOf (compiled: CompiledTarget | null, facts: LinkFacts): Part<WholeLink | null>['resolve'] {
  if (compiled === null) return () => countOmission(facts)
  return (resource, resolution) => {
    const href = hrefOf(compiled, resource, resolution)
    if (href === null) return omitTarget(facts, compiled.parts, resource, resolution)
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
  const targets = yield * awaited(awaitElements(listed(yield * computed(returned))))
  if (targets === null || targets === undefined) return null
  const list = [targets].flat() as unknown[]
  // In strict mode the first that is no target ends it.
  for (const found of list) if (!isTarget(found)) ignoreRejections(found)
  return withoutNull(
    yield * together(list.length, index => resolveReturned(list[index], facts, resource, resolution), resolution.limit)
  )
}

function resolveReturned (
  returned: unknown, facts: LinkFacts, resource: unknown, resolution: Resolution
): Eventual<WholeLink | null> {
  return makeOfReturned(returned, facts, resource, resolution, (href, target, route) => {
    if (route !== null) checkReadable([route], facts.place, facts.environment)
    return withTitle(wholeLink(href, target, facts), facts.title, resource, resolution)
  })
}

/**
 * Resolves a target outside a configuration, such as a link of a problem document. Returns null if it cannot be
 * resolved, and if the policies of its route that decide on the caller only do not allow it.
 * @throws LinkResolutionError in strict mode
 */
export function resolveLink (
  target: unknown, subject: string, relation: string, resource: unknown, resolution: Resolution
): Eventual<WholeLink | null> {
  const { environment } = resolution
  const place = placeOf(subject, 'relation', relation)
  const policies = new TargetPolicies('other', { conditions: [] }, place, environment)
  const facts = { place, subject, relation, attributes: NO_ATTRIBUTES, title: null, environment, policies }
  return resolveReturned(target, facts, resource, resolution)
}

// A link with the attributes of its declaration and its target.
function wholeLink (href: string, parts: TargetParts, { attributes }: LinkFacts): WholeLink {
  const all = parts.attributes === undefined ? attributes : { ...attributes, ...withoutEmpty({ ...parts.attributes }) }
  return { href, templated: isTemplated(parts), attributes: all }
}

// The target may have a title of its own.
function withTitle (
  link: WholeLink, title: CompiledString, resource: unknown, resolution: Resolution
): Eventual<WholeLink> {
  if (title === null || link.attributes.title !== undefined) return link
  return after(resolveString(title, resource, resolution), resolved =>
    resolved === null ? link : { ...link, attributes: { title: resolved, ...link.attributes } })
}

const NO_ATTRIBUTES: LinkAttributes = Object.freeze({})

// The attributes that are strings and not empty.
function withoutEmpty (attributes: Record<string, unknown>): LinkAttributes {
  const entries = Object.entries(attributes)
  return entries.length === 0
    ? NO_ATTRIBUTES
    : Object.fromEntries(entries.filter(([, value]) => typeof value === 'string' && value !== ''))
}

function withoutNull (links: readonly (WholeLink | null)[]): readonly WholeLink[] {
  return links.filter(link => link !== null)
}
