// The JSON of links and actions: of whole ones, and the parts around the end of an href that are the same
// for every resource.
import type { LinkAttributes } from '../../types/targets.ts'
import type { Resolution } from '../context/resolution.ts'
import { LINK_ATTRIBUTES } from '../declare/declarations.ts'
import type { FormFields, WrittenForm } from '../forms/fields/form-fields.ts'
import type {
  CompiledAction, CompiledLink, CompiledRelation, SharedAttributes, WholeAction
} from '../links/compiled.ts'
import type { WholeLink } from '../targets/target.ts'

/** The JSON object of a link with its whole href. */
export function linkJson ({ href, templated, attributes }: WholeLink): string {
  return '{"href":' + JSON.stringify(href) + (templated ? ',"templated":true' : '') + attributesJson(attributes) + '}'
}

// Each after a comma, in the order of HAL.
function attributesJson (attributes: LinkAttributes): string {
  let json = ''
  for (const name of LINK_ATTRIBUTES) {
    const value = attributes[name]
    if (value !== undefined) json += `,"${name}":${JSON.stringify(value)}`
  }
  return json
}

/** Attributes in the languages of a response. */
export function localizedAttributes (
  shared: SharedAttributes, resolution: Pick<Resolution, 'localize'>
): LinkAttributes {
  if (shared.title === undefined) return shared as LinkAttributes
  const { title, ...attributes } = shared
  const localized = resolution.localize(title)
  return localized === null ? attributes : { title: localized, ...attributes }
}

/** What a format writes of an action beside its href. */
interface ActionContent {
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  readonly deprecation: string | null
  readonly form: WrittenForm | null
}

/** How a format writes actions. */
export interface ActionMember {
  /** The name of the member. */
  readonly name: string
  key (action: Pick<CompiledAction, 'key' | 'templateKey'>): string
  curie (action: Pick<CompiledAction, 'curie' | 'templateCurie'>): number
  /** The JSON before the href. */
  before (action: ActionContent): string
  /** The JSON after the href. */
  after (action: ActionContent): string
}

/** The JSON object of an action with its whole href. */
export function actionJson (action: WholeAction, member: ActionMember): string {
  return member.before(action) + JSON.stringify(action.href).slice(1, -1) + member.after(action)
}

/** The optional members of an action, each after a comma. */
export function optionalMembers ({ title, contentType, deprecation }: ActionContent): string {
  return optionalMember('title', title) + optionalMember('contentType', contentType) +
    optionalMember('deprecation', deprecation)
}

function optionalMember (name: string, value: string | null): string {
  return value === null ? '' : `,"${name}":${JSON.stringify(value)}`
}

/** The JSON of an object before and after the end of its href. */
export interface ObjectTemplate {
  readonly before: string
  readonly after: string
}

/** The JSON of a member before and after the end of its href. */
export interface MemberTemplate {
  /**
   * As the first member of its object, the beginning of that object included:
   * `,"_links":{"self":{"href":"https://…/orders/`.
   */
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

/** What the template of a link is made of. */
export type LinkParts = Pick<CompiledLink, 'hrefPrefix' | 'templated' | 'attributes'>

/** The template of a link object. */
export function linkTemplate (
  { hrefPrefix, templated, attributes }: LinkParts, resolution: Resolution
): ObjectTemplate {
  const members = attributesJson(localizedAttributes(attributes, resolution))
  return {
    before: `{"href":"${resolution.base}${hrefPrefix}`, after: `"${templated ? ',"templated":true' : ''}${members}}`
  }
}

/** The template of a relation with one link. */
export function relationTemplate (
  { key }: Pick<CompiledRelation, 'key'>, { before, after }: ObjectTemplate, opening: string
): MemberTemplate {
  return memberTemplate(opening, key + before, after)
}

/** What the template of an action is made of. */
export type ActionParts = Pick<
  CompiledAction,
  'key' | 'curie' | 'templateKey' | 'templateCurie' | 'hrefPrefix' | 'method' | 'title' | 'contentType' | 'deprecation'
> & { readonly form: Pick<FormFields, 'constant'> }

/** The template of an action. */
export function actionTemplate (
  action: ActionParts, member: ActionMember, opening: string, resolution: Resolution
): MemberTemplate {
  const { method, contentType, deprecation } = action
  // Not every format reads the form, which may not be derived yet.
  const details = {
    method,
    title: resolution.localize(action.title),
    contentType,
    deprecation,
    get form () { return action.form.constant }
  }
  const before = member.key(action) + member.before(details) + resolution.base + action.hrefPrefix
  return memberTemplate(opening, before, member.after(details))
}

function memberTemplate (opening: string, before: string, after: string): MemberTemplate {
  return { first: joined([opening, before]), next: joined([',', before]), after: joined([after]) }
}
