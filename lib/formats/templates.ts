// The JSON of a link or an action without the end of its href: the same for every resource, in responses of one origin and language.
import type { CompiledAction, CompiledLink, CompiledRelation } from '../links/compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { ActionMember } from './action-json.ts'
import { attributesJson, localizedAttributes } from './link-json.ts'

/** The JSON of an object before and after the end of its href. */
export interface ObjectTemplate {
  readonly before: string
  readonly after: string
}

/** The JSON of a member before and after the end of its href. */
export interface MemberTemplate {
  /** As the first member of its object, the beginning of that object included: `,"_links":{"self":{"href":"https://…/orders/`. */
  readonly first: string
  /** After another member: `,"self":{"href":"https://…/orders/`. */
  readonly next: string
  readonly after: string
}

/** Joins strings to one that is flat: V8 keeps `a + b` as a tree, and would flatten it for every response. */
export function joined (strings: readonly string[]): string {
  return strings.join('')
}

/** Fills a template. */
export function fill ({ first, next, after }: MemberTemplate, suffix: string, isFirst: boolean): string {
  return (isFirst ? first : next) + suffix + after
}

/** The template of a link object. */
export function linkTemplate ({ hrefPrefix, templated, attributes }: CompiledLink, resolution: Resolution): ObjectTemplate {
  const members = attributesJson(localizedAttributes(attributes, resolution))
  return { before: `{"href":"${resolution.base}${hrefPrefix}`, after: `"${templated ? ',"templated":true' : ''}${members}}` }
}

/** The template of a relation with one link. */
export function relationTemplate ({ key }: CompiledRelation, { before, after }: ObjectTemplate, opening: string): MemberTemplate {
  return memberTemplate(opening, key + before, after)
}

/** The template of an action. */
export function actionTemplate (action: CompiledAction, member: ActionMember, opening: string, resolution: Resolution): MemberTemplate {
  const details = { ...action, title: resolution.localize(action.title) }
  return memberTemplate(opening, member.key(action) + member.before(details) + resolution.base + action.hrefPrefix, member.after(details))
}

function memberTemplate (opening: string, before: string, after: string): MemberTemplate {
  return { first: joined([opening, before]), next: joined([',', before]), after: joined([after]) }
}
