import type { LinkAttributes, LinkTarget } from '../../types/links.ts'
import type { Callback, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, partsOf, type TargetParts } from '../declare/target.ts'
import { awaitElements, chain, gather } from '../async/promises.ts'
import { kindOf, describe } from '../diagnostics/wording.ts'
import { guarded, type Evaluate } from '../resolution/condition.ts'
import type { KnownText } from '../resolution/languages.ts'
import { missingRoute } from '../resolution/missing-route.ts'
import type { CompiledLink, LinkSlot, ManySlot, SharedAttributes } from './compiled.ts'
import type { NamedRoute } from '../routes/named-routes.ts'
import type { Environment, Resolution } from '../resolution/resolution.ts'
import { checkReadable, hopeless } from '../resolution/target-checks.ts'
import { checkPresent, compiledHref, compileTarget, faultOf, hrefOf, isHopeless, isLost, isTemplated, namesRoute, valuesIn, type CompiledTarget, type Located } from '../resolution/target.ts'
import { compileText, wordsFor, type CompiledText } from '../resolution/localized-text.ts'

/** What the targets of one declaration have in common. */
interface LinkFacts {
  readonly subject: string
  /** Where it is declared, for messages. */
  readonly place: string
  readonly relation: string
  readonly attributes: LinkAttributes
  readonly title: CompiledText
  readonly environment: Environment
}

/** Compiles one declared link; all that does not depend on the resource is done here. */
export function compileLink (declared: DeclaredLink, subject: string, environment: Environment): CompiledLink {
  const { title, ...fixed } = declared.attributes
  const place = `links of ${subject}, relation ${describe(declared.relation)}`
  const facts: LinkFacts = {
    subject,
    place,
    relation: declared.relation,
    attributes: present(fixed),
    title: compileText(title, place, environment),
    environment
  }
  const { attributes, templated = false, lead = '', constant = false, evaluate, routes = [], always = false } = declared.many ? compileMany(declared.target, facts) : compileOne(declared.target, facts)
  return {
    place,
    attributes: attributes ?? facts.attributes,
    templated,
    lead,
    constant,
    many: declared.many,
    routes,
    always: always && declared.conditions.length === 0,
    evaluate: guarded<unknown>(declared.conditions, evaluate, environment.settings.policies, place)
  }
}

interface Compiled {
  /** What plain slots share. */
  attributes?: SharedAttributes
  templated?: boolean
  lead?: string
  constant?: boolean
  /** What is known of fixed targets. */
  routes?: NamedRoute[]
  always?: boolean
  evaluate: Evaluate<LinkSlot | ManySlot>
}

const NO_ATTRIBUTES: LinkAttributes = Object.freeze({})

// An attribute that is not there is not written, and neither is one whose text is missing or empty.
function present (attributes: Record<string, unknown>): LinkAttributes {
  if (Object.keys(attributes).length === 0) return NO_ATTRIBUTES
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => typeof value === 'string' && value !== '')) as LinkAttributes
}

function compileOne (target: DeclaredLink['target'], facts: LinkFacts): Compiled {
  if (isTarget(target)) return compileFixed(target, facts)
  const callback = target as Callback<unknown>
  return { evaluate: (resource, resolution) => chain(callback(resource, resolution.context!), found => locate(found, facts, resource, resolution)) }
}

function compileMany (targets: DeclaredLink['target'], facts: LinkFacts): Compiled {
  if (typeof targets === 'function') {
    const callback = targets as Callback<unknown>
    return { evaluate: (resource, resolution) => chain(callback(resource, resolution.context!), found => chain(awaitElements(found), targets => locateAll(targets, facts, resource, resolution))) }
  }
  const compiled = (targets as LinkTarget[]).map(target => compileTargetOf(target, facts))
  const factsOf = compiled.map(target => withDeprecation(target, facts))
  return {
    routes: compiled.flatMap(target => target?.route ?? []),
    always: true,
    evaluate: (resource, resolution) => chain<(Located | null)[], ManySlot>(
      gather(compiled.length, index => recordOf(compiled[index]!, factsOf[index]!, resource, resolution)), withoutNull)
  }
}

function compileTargetOf (target: LinkTarget, facts: LinkFacts): CompiledTarget | null {
  const { environment, place } = facts
  const compiled = compileTarget(target, environment.routes, place)
  if (compiled === null) missingRoute(partsOf(target), place, environment)
  else if (compiled.route !== null) {
    checkReadable(environment.routes.all(compiled.route.name), place, environment)
    if (isHopeless(compiled.parts, environment.routes)) return hopeless(compiled.parts, place, environment)
  }
  return compiled
}

// A link to a route that is going away says so, unless its declaration does.
function withDeprecation (target: CompiledTarget | null, facts: LinkFacts): LinkFacts {
  const deprecation = target?.deprecation ?? null
  return deprecation === null ? facts : { ...facts, attributes: { deprecation, ...facts.attributes } }
}

function compileFixed (target: LinkTarget, declared: LinkFacts): Compiled {
  const compiled = compileTargetOf(target, declared)
  const facts = withDeprecation(compiled, declared)
  const route = compiled?.route ?? null
  const known = { routes: route === null ? [] : [route], always: compiled !== null && (compiled.constant || facts.environment.settings.strict) }
  const own = present({ ...partsOf(target).attributes })
  const title = own.title ?? facts.title
  if (compiled === null || compiled.lead === null || typeof title === 'function') {
    return { ...known, evaluate: (resource, resolution) => recordOf(compiled, facts, resource, resolution) }
  }
  return {
    ...known,
    attributes: sharedAttributes(facts.attributes, own, title),
    templated: compiled.templated,
    lead: compiled.lead,
    constant: compiled.constant,
    evaluate: (resource, resolution) => compiled.rest(resource, resolution) ?? unresolved(compiled.parts, facts, resource, resolution)
  }
}

function sharedAttributes (declared: LinkAttributes, own: LinkAttributes, title: KnownText): SharedAttributes {
  return title === null && Object.keys(own).length === 0 ? declared : { ...declared, ...own, title }
}

// A target that names no route, or whose values never fit, was reported at start: here it is only counted.
function recordOf (compiled: CompiledTarget | null, facts: LinkFacts, resource: unknown, resolution: Resolution): Located | null | Promise<Located> {
  if (compiled === null) {
    facts.environment.notices.count(facts.subject, facts.relation)
    return null
  }
  const href = compiledHref(compiled, resource, resolution)
  return href === null ? unresolved(compiled.parts, facts, resource, resolution) : located(href, compiled.parts, facts, resource, resolution)
}

/** Resolves a single target outside a configuration, as one that a callback returned; null where it cannot be resolved. */
export function locateLink (target: unknown, subject: string, relation: string, resource: unknown, resolution: Resolution): Located | null {
  const place = `links of ${subject}, relation ${describe(relation)}`
  const facts: LinkFacts = { subject, place, relation, attributes: NO_ATTRIBUTES, title: null, environment: resolution.environment }
  // Only the title of a declaration can be a promise, and there is none.
  return locate(target, facts, resource, resolution) as Located | null
}

function locate (target: unknown, facts: LinkFacts, resource: unknown, resolution: Resolution): Located | null | Promise<Located> {
  if (target === null || target === undefined) return null
  if (!isTarget(target)) return resolution.unresolved(facts.subject, facts.relation, () => `its function returned ${kindOf(target)}, which is no link target: return LinkTarget.uri(…) or LinkTarget.route(…)`, 'HYPER005', () => target)
  checkPresent(target, resolution.environment.routes, facts.place)
  const route = namesRoute(target) ? resolution.route(target.reference) ?? null : null
  if (route !== null) checkReadable([route], facts.place, resolution.environment)
  const href = hrefOf(target, route, resource, resolution)
  return href === null ? unresolved(target, facts, resource, resolution) : located(href, target, facts, resource, resolution)
}

function locateAll (targets: unknown, facts: LinkFacts, resource: unknown, resolution: Resolution): ManySlot | Promise<ManySlot> {
  if (targets === null || targets === undefined) return null
  const list = [targets].flat() as unknown[]
  const slots = gather<Located | null>(list.length, index => locate(list[index], facts, resource, resolution), resolution)
  return chain(slots, withoutNull)
}

function withoutNull (slots: readonly (Located | null)[]): ManySlot {
  return slots.filter(slot => slot !== null)
}

function unresolved (parts: TargetParts, facts: LinkFacts, resource: unknown, resolution: Resolution): null {
  return resolution.unresolved(facts.subject, facts.relation, () => faultOf(parts, resource, resolution), isLost(parts, resolution) ? 'HYPER001' : 'HYPER005', () => valuesIn(parts, resource))
}

function located (href: string, parts: TargetParts, facts: LinkFacts, resource: unknown, resolution: Resolution): Located | Promise<Located> {
  const attributes = parts.attributes === undefined ? facts.attributes : { ...facts.attributes, ...present({ ...parts.attributes }) }
  const templated = isTemplated(parts)
  if (facts.title === null || attributes.title !== undefined) return { href, templated, attributes }
  return chain<string | null, Located>(wordsFor(facts.title, resource, resolution), title =>
    ({ href, templated, attributes: title === null ? attributes : { title, ...attributes } }))
}
