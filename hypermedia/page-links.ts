import type { Link, Relation } from './link.ts'

const RELATIONS = ['first', 'prev', 'next', 'last'] as const

/** The links between the pages of a collection (relations of the IANA registry, RFC 8288). */
export type PageLinks = ReadonlyArray<readonly [relation: typeof RELATIONS[number], href: string]>

/** Returns the page links in reading order, or an empty list if there is neither a previous nor a next page. */
export function pageLinksOf (links: readonly Relation<Link>[]): PageLinks {
  const found = RELATIONS.flatMap(relation => {
    const link = links.find(({ name }) => name.toLowerCase() === relation)?.items[0]
    return link === undefined || link.templated ? [] : [[relation, link.href] as const]
  })
  return found.some(([relation]) => relation === 'prev' || relation === 'next') ? found : []
}
