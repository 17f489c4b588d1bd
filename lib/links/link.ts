import type { LinkAttributes, LinkTarget } from '../../types/targets.ts'
import { awaitElements, ignoreRejections } from '../async/promises.ts'
import { after, awaited, computed, type Eventual, Later, type Steps, together } from '../async/steps.ts'
import type { LocalizedString } from '../context/languages.ts'
import { resolveString } from '../context/localized.ts'
import type { Resolution } from '../context/resolution.ts'
import type { AnyCallback, Condition, DeclaredLink } from '../declare/declarations.ts'
import { listed } from '../declare/lists.ts'
import { isTarget } from '../declare/target.ts'
import { isSameRelation } from '../http/link-values.ts'
import { compileConditions } from '../policies/conditions.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { checkEnforced, checkReadable, compileReadable } from '../targets/checks.ts'
import { type FoundTarget, isTemplated, type WholeLink } from '../targets/target.ts'
import { compileCallback } from './callbacks.ts'
import { type Conditional, offered, type PartScope, type Resolve, type Resource } from './part.ts'
import type { ResolvedLink } from './resolved.ts'
import { TargetedPart } from './targeted-part.ts'

/** Attributes that are the same for every resource. */
export type SharedAttributes = Omit<LinkAttributes, 'title'> & { readonly title?: LocalizedString }

const NO_ATTRIBUTES: LinkAttributes = Object.freeze({})

/** One declared link, compiled. */
export class LinkPart extends TargetedPart<ResolvedLink, WholeLink> {
  /** The attributes if it resolves to a string; a `WholeLink` has its own. */
  attributes: SharedAttributes
  templated = false
  /** The path that hrefs begin with, after the origin. */
  hrefPrefix = ''
  readonly many: boolean
  /** The named routes of its fixed targets. */
  routes: readonly NamedRoute[] = []
  /** Whether no resource has it, since its fixed targets never work. */
  never = false
  readonly resolve: Resolve<ResolvedLink>
  readonly #declared: LinkAttributes

  constructor (declared: DeclaredLink, scope: PartScope) {
    const { relation, many, target, conditions, attributes: { title, ...attributes } } = declared
    const acts = scope.isProblem !== true && isSameRelation(relation, 'self') ? 'itself' : 'other'
    super({ kind: 'relation', name: relation, acts }, { conditions, title }, scope)
    this.many = many
    this.attributes = this.#declared = withoutEmpty(attributes)
    if (isTarget(target)) this.resolve = this.#compileFixed(target, conditions)
    else if (Array.isArray(target)) this.resolve = this.#compileFixedMany(target as LinkTarget[], conditions)
    else this.resolve = this.#compileCallback(target as AnyCallback, conditions)
    for (const { name } of this.routes) checkEnforced(conditions, name, this.place, this.environment)
  }

  #compileFixed (target: LinkTarget, conditions: readonly Condition[]): Resolve<ResolvedLink> {
    const compiled = compileReadable(target, this.place, this.environment)
    this.never = compiled === null
    this.always = compiled !== null && (compiled.constant || this.environment.settings.strict)
    this.restrict(conditions, this.conditionsOf(compiled), null)
    if (compiled === null) return this.wholeOf(null)
    if (compiled.route !== null) this.routes = [compiled.route]
    const own = withoutEmpty({ ...compiled.parts.attributes })
    const title = own.title ?? this.ownTitle
    const shared = withDeprecation(this.#declared, compiled)
    const isShared = title === null && Object.keys(own).length === 0
    const isSuffix = compiled.hrefPrefix !== null && typeof title !== 'function'
    this.attributes = isShared || !isSuffix ? shared : { ...shared, ...own, title }
    if (!isSuffix) return this.wholeOf(compiled)
    this.templated = compiled.templated
    this.hrefPrefix = compiled.hrefPrefix
    this.constant = compiled.constant
    return this.suffixOf(compiled)
  }

  // Each of many links has the conditions of its route, which hide no other.
  #compileFixedMany (targets: readonly LinkTarget[], conditions: readonly Condition[]): Resolve<ResolvedLink> {
    const { place, environment } = this
    const compiled = targets.map(target => compileReadable(target, place, environment))
    const links = compiled.map((target): Conditional<WholeLink> => {
      const check = compileConditions(this.conditionsOf(target), environment, place)
      return { check, resolve: this.wholeOf(target) }
    })
    this.routes = compiled.flatMap(target => target?.route ?? [])
    this.never = compiled.length > 0 && compiled.every(target => target === null)
    this.always = true
    this.byPolicy = links.some(({ check }) => check !== null)
    this.restrict(conditions, [], null)
    return (resource, resolution) => new Later(resolveAll(links, resource, resolution))
  }

  #compileCallback (callback: AnyCallback, conditions: readonly Condition[]): Resolve<ResolvedLink> {
    const call = compileCallback(callback, this.place)
    this.byPolicy = this.targetPolicies.decideOnCallbacks
    this.restrict(conditions, [], callback)
    if (this.many) {
      return (resource, resolution) => new Later(this.#ofMany(call(resource.value, resolution), resource, resolution))
    }
    return (resource, resolution) =>
      after(call(resource.value, resolution), returned => this.ofReturned(returned, resource, resolution))
  }

  * #ofMany (returned: Eventual<unknown>, resource: Resource, resolution: Resolution): Steps<ResolvedLink> {
    const targets = yield * awaited(awaitElements(listed(yield * computed(returned))))
    if (targets === null || targets === undefined) return null
    const list = [targets].flat() as unknown[]
    // In strict mode the first that is no target ends it.
    for (const found of list) if (!isTarget(found)) ignoreRejections(found)
    const links =
      yield * together(list.length, index => this.ofReturned(list[index], resource, resolution), resolution.limit)
    return withoutNull(links)
  }

  protected override whole (found: FoundTarget, resource: Resource, resolution: Resolution): Eventual<WholeLink> {
    const { href, parts, route, isFixed } = found
    if (!isFixed && route !== null) checkReadable([route], this.place, this.environment)
    const declared = isFixed ? withDeprecation(this.#declared, found) : this.#declared
    const attributes = parts.attributes === undefined
      ? declared
      : { ...declared, ...withoutEmpty({ ...parts.attributes }) }
    const link = { href, templated: isTemplated(parts), attributes }
    // The target may have a title of its own.
    if (this.ownTitle === null || attributes.title !== undefined) return link
    return after(resolveString(this.ownTitle, resource.value, resolution), title =>
      title === null ? link : { ...link, attributes: { title, ...attributes } })
  }
}

function * resolveAll (
  links: readonly Conditional<WholeLink>[], resource: Resource, resolution: Resolution
): Steps<ResolvedLink> {
  return withoutNull(yield * together(links.length, index => new Later(offered(links[index]!, resource, resolution))))
}

// A link to a deprecated route has the attribute, unless its declaration has one.
function withDeprecation (
  declared: LinkAttributes, { deprecation }: Pick<FoundTarget, 'deprecation'>
): LinkAttributes {
  return deprecation === null ? declared : { deprecation, ...declared }
}

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
