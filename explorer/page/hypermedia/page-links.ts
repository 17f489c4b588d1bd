import type { Link, Relation } from './link.ts'

const RELATIONS = ['first', 'prev', 'next', 'last'] as const

/** The way through a collection (RFC 8288 registry: first, prev, next, last). */
export type PageLinks = ReadonlyArray<readonly [relation: typeof RELATIONS[number], href: string]>

/** The links to other pages, in reading order; none where there is neither a previous nor a next page. */
export function pageLinksOf (links: readonly Relation<Link>[]): PageLinks {
  const found = RELATIONS.flatMap(relation => {
    const link = links.find(({ name }) => name.toLowerCase() === relation)?.items[0]
    return link === undefined || link.templated ? [] : [[relation, link.href] as const]
  })
  return found.some(([relation]) => relation === 'prev' || relation === 'next') ? found : []
}
