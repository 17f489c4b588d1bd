import { actionsOf, type Action } from './action.ts'
import { isWritten, writtenMembers } from './content.ts'
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

/** Reads a resource of any server in the default format, HAL or HAL-FORMS. */
export function readResource (value: JsonObject): Resource {
  return resourceOf(Object.entries(value).filter(([name]) => !MEMBERS.includes(name)), value, hasLinks)
}

/** Reads a resource in the content of a page or a tool: what the plugin wrote, and all other members as properties. */
export function readWritten (value: JsonObject): Resource {
  return resourceOf(Object.entries(value), writtenMembers(value), isWritten)
}

function resourceOf (
  own: ReadonlyArray<readonly [name: string, value: unknown]>, hypermedia: JsonObject,
  isResource: (value: unknown) => boolean
): Resource {
  // In the default format, embedded resources are members beside the properties.
  const isEmbedded = (value: unknown) => Array.isArray(value) ? value.some(isResource) : isResource(value)
  const links = linksOf(member(hypermedia, '_links'))
  return {
    properties: own.filter(([, value]) => !isEmbedded(value)),
    links,
    embedded: [...own.filter(([, value]) => isEmbedded(value)), ...membersOf(member(hypermedia, '_embedded'))]
      .map(([name, value]) => ({ name, items: listOf(value), isList: Array.isArray(value) })),
    actions: actionsOf(member(hypermedia, '_actions')),
    forms: formsOf(member(hypermedia, '_templates'), selfOf(links))
  }
}

/** Returns the href of the self link. */
export function selfOf (links: readonly Relation<Link>[]): string | undefined {
  const link = links.find(({ name }) => name.toLowerCase() === 'self')?.items[0]
  return link?.templated === false ? link.href : undefined
}

function hasLinks (value: unknown): boolean {
  return isObject(value) && isObject(member(value, '_links'))
}
