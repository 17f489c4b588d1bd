import { isObject, listOf, member, membersOf, text } from './members.ts'

/** All that stands under one name. */
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
  /** The other attributes that say something. */
  readonly attributes: ReadonlyArray<readonly [name: string, value: string]>
}

const ATTRIBUTES = ['name', 'type', 'profile', 'hreflang']

/** The relations of a `_links` member, without its prefixes. */
export function linksOf (links: unknown): Relation<Link>[] {
  return membersOf(links)
    .filter(([name]) => name !== 'curies')
    .map(([name, value]) => ({ name, items: listOf(value).flatMap(readLink) }))
}

function readLink (value: unknown): Link[] {
  const href = isObject(value) ? text(value, 'href') : undefined
  if (!isObject(value) || href === undefined) return []
  return [{
    href,
    templated: member(value, 'templated') === true,
    title: text(value, 'title'),
    deprecation: text(value, 'deprecation'),
    attributes: ATTRIBUTES.flatMap(name => {
      const attribute = text(value, name)
      return attribute === undefined ? [] : [[name, attribute] as const]
    })
  }]
}
