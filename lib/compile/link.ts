import type { LinkAttributes, LinkTarget, LinkText } from '../../types/links.ts'
import { LINK_ATTRIBUTES } from '../declare/collector.ts'
import type { Callback, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, partsOf, type TargetParts } from '../declare/target.ts'
import { chain, gather } from '../promises.ts'
import { shown } from '../wording.ts'
import { guarded, type Evaluate } from './condition.ts'
import { missingRoute } from './missing-route.ts'
import type { CompiledLink, LinkSlot, ManySlot } from './projector.ts'
import type { NamedRoute } from './route-table.ts'
import type { Environment, Session } from './session.ts'
import { checkPresent, compileTarget, faultOf, hrefOf, isLost, isTemplated, namesRoute, type CompiledTarget, type Located } from './target.ts'

/** What the targets of one declaration have in common. */
interface LinkFacts {
  readonly subject: string
  readonly relation: string
  readonly place: string
  readonly attributes: LinkAttributes
  readonly title: Exclude<LinkText<unknown>, string> | null
  readonly environment: Environment
}

/** Compiles one declared link; all that does not depend on the resource is done here. */
export function compileLink (declared: DeclaredLink, subject: string, environment: Environment): CompiledLink {
  const { title, ...fixed } = declared.attributes
  const facts: LinkFacts = {
    subject,
    relation: declared.relation,
    place: `links of ${subject}, relation ${shown(declared.relation)}`,
    attributes: present(typeof title === 'string' ? { ...fixed, title } : fixed),
    title: typeof title === 'function' ? title : null,
    environment
  }
  const { shared, evaluate, routes = [], always = false } = declared.many ? compileMany(declared.target, facts) : compileOne(declared.target, facts)
  return {
    ...shared,
    many: declared.many,
    tail: tailOf(shared),
    routes,
    always: always && declared.conditions.length === 0,
    evaluate: guarded<unknown>(declared.conditions, evaluate, environment.settings.policies, facts.place)
  }
}

/** The attributes' JSON members, each with a comma before it, in the order of HAL. */
export function attributesText (attributes: LinkAttributes): string {
  let text = ''
  for (const name of LINK_ATTRIBUTES) {
    const value = attributes[name]
    if (value !== undefined) text += `,"${name}":${JSON.stringify(value)}`
  }
  return text
}

interface Shared {
  attributes: LinkAttributes
  templated: boolean
}

interface Compiled {
  shared: Shared
  /** What is known of fixed targets. */
  routes?: NamedRoute[]
  always?: boolean
  evaluate: Evaluate<LinkSlot | ManySlot>
}

function tailOf ({ attributes, templated }: Shared): string {
  return `"${templated ? ',"templated":true' : ''}${attributesText(attributes)}}`
}

// An attribute that is not there is not written, and neither is one whose text is missing.
function present (attributes: Record<string, unknown>): LinkAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => typeof value === 'string')) as LinkAttributes
}

function compileOne (target: DeclaredLink['target'], facts: LinkFacts): Compiled {
  if (isTarget(target)) return compileFixed(target, facts)
  const callback = target as Callback<unknown>
  return {
    shared: { attributes: facts.attributes, templated: false },
    evaluate: (resource, session) => chain(callback(resource, session.context!), found => locate(found, facts, resource, session))
  }
}

function compileMany (targets: DeclaredLink['target'], facts: LinkFacts): Compiled {
  const shared = { attributes: facts.attributes, templated: false }
  if (typeof targets === 'function') {
    const callback = targets as Callback<unknown>
    return {
      shared,
      evaluate: (resource, session) => chain(callback(resource, session.context!), found => locateAll(found, facts, resource, session))
    }
  }
  const compiled = (targets as LinkTarget[]).map(target => compileTargetOf(target, facts))
  const factsOf = compiled.map(target => withDeprecation(target, facts))
  return {
    shared,
    routes: compiled.flatMap(target => target?.route ?? []),
    always: true,
    evaluate: (resource, session) => chain<LinkSlot[], ManySlot>(
      gather(compiled.length, index => recordOf(compiled[index]!, factsOf[index]!, resource, session)), withoutNull)
  }
}

function compileTargetOf (target: LinkTarget, facts: LinkFacts): CompiledTarget | null {
  const compiled = compileTarget(target, facts.environment.routes, facts.place)
  if (compiled === null) missingRoute(partsOf(target), facts)
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
  const known = { routes: [compiled?.route ?? []].flat(), always: compiled !== null && (compiled.constant || facts.environment.settings.strict) }
  const shared = { attributes: { ...facts.attributes, ...present({ ...partsOf(target).attributes }) }, templated: isTemplated(partsOf(target)) }
  const needsRecord = compiled === null || !namesRoute(compiled.parts) || (facts.title !== null && shared.attributes.title === undefined)
  if (!needsRecord) {
    return { shared, ...known, evaluate: (resource, session) => compiled.href(resource, session) ?? unresolved(compiled.parts, facts, resource, session) }
  }
  return { shared, ...known, evaluate: (resource, session) => recordOf(compiled, facts, resource, session) }
}

// A target that names no route was said at start: here it is only counted.
function recordOf (compiled: CompiledTarget | null, facts: LinkFacts, resource: unknown, session: Session): LinkSlot | Promise<LinkSlot> {
  if (compiled === null) {
    facts.environment.notices.count(facts.subject, facts.relation)
    return null
  }
  const href = compiled.href(resource, session)
  return href === null ? unresolved(compiled.parts, facts, resource, session) : located(href, compiled.parts, facts, resource, session)
}

function locate (target: unknown, facts: LinkFacts, resource: unknown, session: Session): LinkSlot | Promise<LinkSlot> {
  if (target === null || target === undefined) return null
  if (!isTarget(target)) return session.unresolved(facts.subject, facts.relation, () => `its function returned ${shown(target)}, which is no link target: return LinkTarget.uri(…) or LinkTarget.route(…)`)
  checkPresent(target, session.environment.routes, facts.place)
  const route = namesRoute(target) ? session.route(target.reference) ?? null : null
  const href = hrefOf(target, route, resource, session)
  return href === null ? unresolved(target, facts, resource, session) : located(href, target, facts, resource, session)
}

function locateAll (targets: unknown, facts: LinkFacts, resource: unknown, session: Session): ManySlot | Promise<ManySlot> {
  if (targets === null || targets === undefined) return null
  const list = [targets].flat() as unknown[]
  return chain<LinkSlot[], ManySlot>(gather(list.length, index => locate(list[index], facts, resource, session)), withoutNull)
}

function withoutNull (slots: readonly LinkSlot[]): ManySlot {
  return slots.filter(slot => slot !== null)
}

function unresolved (parts: TargetParts, facts: LinkFacts, resource: unknown, session: Session): null {
  return session.unresolved(facts.subject, facts.relation, () => faultOf(parts, resource, session), isLost(parts, session) ? 'HYPER001' : 'HYPER005')
}

function located (href: string, parts: TargetParts, facts: LinkFacts, resource: unknown, session: Session): Located | Promise<Located> {
  const attributes = parts.attributes === undefined ? facts.attributes : { ...facts.attributes, ...present({ ...parts.attributes }) }
  const templated = isTemplated(parts)
  if (facts.title === null || attributes.title !== undefined) return { href, templated, attributes }
  return chain<unknown, Located>(facts.title(resource, session.context!), title =>
    ({ href, templated, attributes: typeof title === 'string' ? { title, ...attributes } : attributes }))
}
