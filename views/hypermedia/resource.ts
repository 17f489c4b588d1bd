import { actionsOf, type Action } from './action.ts'
import { formsOf, type Form } from './form.ts'
import { linksOf, type Link, type Relation } from './link.ts'
import { isObject, listOf, member, membersOf, type JsonObject } from './members.ts'

/** The properties, links, embedded resources and actions of a resource. */
export interface Resource {
  readonly properties: ReadonlyArray<readonly [name: string, value: unknown]>
  readonly links: readonly Relation<Link>[]
  readonly embedded: readonly EmbeddedRelation[]
  readonly actions: readonly Action[]
  readonly forms: readonly Form[]
}

/** The resources of one relation: a list, or a single resource. */
export interface EmbeddedRelation extends Relation<unknown> {
  readonly isList: boolean
}

const MEMBERS = ['_links', '_embedded', '_actions', '_templates']

/** Reads a resource in the default format, HAL or HAL-FORMS. */
export function readResource (value: JsonObject): Resource {
  const own = Object.entries(value).filter(([name]) => !MEMBERS.includes(name))
  const links = linksOf(member(value, '_links'))
  return {
    properties: own.filter(([, value]) => !containsResources(value)),
    links,
    embedded: [...own.filter(([, value]) => containsResources(value)), ...membersOf(member(value, '_embedded'))]
      .map(([name, value]) => ({ name, items: listOf(value), isList: Array.isArray(value) })),
    actions: actionsOf(member(value, '_actions')),
    forms: formsOf(member(value, '_templates'), selfOf(links))
  }
}

/** Returns the href of the self link. */
export function selfOf (links: readonly Relation<Link>[]): string | undefined {
  const link = links.find(({ name }) => name.toLowerCase() === 'self')?.items[0]
  return link?.templated === false ? link.href : undefined
}

// In the default format, embedded resources are members beside the properties.
function containsResources (value: unknown): boolean {
  return Array.isArray(value) ? value.some(isResource) : isResource(value)
}

function isResource (value: unknown): boolean {
  return isObject(value) && isObject(member(value, '_links'))
}
