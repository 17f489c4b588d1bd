import { isObject, listOf, member, membersOf, stringMember, type JsonObject } from './members.ts'

/** The links or resources of one relation. */
export interface Relation<I> {
  readonly name: string
  readonly items: readonly I[]
}

/** A link (HAL, section 5). */
export interface Link {
  readonly href: string
  readonly templated: boolean
  readonly title: string | undefined
  readonly deprecation: string | undefined
  /** The other attributes that the page shows. */
  readonly attributes: ReadonlyArray<readonly [name: string, value: string]>
}

const ATTRIBUTES = ['name', 'type', 'profile', 'hreflang']

/** Returns the relations in a `_links` member, without `curies`. */
export function linksOf (links: unknown): Relation<Link>[] {
  return membersOf(links)
    .filter(([name]) => name !== 'curies')
    .map(([name, value]) => ({ name, items: listOf(value).flatMap(readLink) }))
}

function readLink (value: unknown): Link[] {
  const href = isObject(value) ? stringMember(value, 'href') : undefined
  if (!isObject(value) || href === undefined) return []
  return [{
    href,
    templated: member(value, 'templated') === true,
    title: stringMember(value, 'title'),
    deprecation: stringMember(value, 'deprecation'),
    attributes: attributesOf(value)
  }]
}

const NONE: Link['attributes'] = []

// Most links have none.
function attributesOf (link: JsonObject): Link['attributes'] {
  let found: Array<readonly [string, string]> | undefined
  for (const name of ATTRIBUTES) {
    const value = stringMember(link, name)
    if (value !== undefined) (found ??= []).push([name, value])
  }
  return found ?? NONE
}
