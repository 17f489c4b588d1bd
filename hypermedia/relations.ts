// Relations as people are shown them: their documentation, and the pages of a collection.
import { expandTemplate } from '../lib/http/uri-template.ts'
import { itemsOf, type JsonObject, type Link, listOf, objectOf, type Relation, stringMember } from './read.ts'

/** CURIE prefixes with their URI templates (HAL, section 8.2). */
export type Curies = ReadonlyMap<string, string>

/** Returns the CURIEs that a resource declares, added to the CURIEs of its parent. */
export function curiesOf (resource: JsonObject, inherited: Curies): Curies {
  const { curies } = objectOf(resource['_links'])
  return curies === undefined ? inherited : new Map([...inherited, ...listOf(curies).flatMap(readCurie)])
}

function readCurie (value: unknown): Array<readonly [string, string]> {
  const [name, href] = [stringMember(objectOf(value), 'name'), stringMember(objectOf(value), 'href')]
  return name === undefined || href === undefined ? [] : [[name, href]]
}

/**
 * Returns the URL of a relation's documentation: from its prefix,
 * or the relation itself if it is a URL (RFC 8288, section 2.1.2).
 */
export function documentationOf (relation: string, curies: Curies): string | undefined {
  if (/^https?:\/\//i.test(relation)) return relation
  const colon = relation.indexOf(':')
  const template = colon === -1 ? undefined : curies.get(relation.slice(0, colon))
  return template === undefined ? undefined : expandTemplate(template, new Map([['rel', relation.slice(colon + 1)]]))
}

const PAGES = ['first', 'prev', 'next', 'last'] as const

/** The links between the pages of a collection (relations of the IANA registry, RFC 8288). */
export type PageLinks = ReadonlyArray<readonly [relation: typeof PAGES[number], href: string]>

/** Returns the page links in reading order, or an empty list if there is neither a previous nor a next page. */
export function pageLinksOf (links: readonly Relation<Link>[]): PageLinks {
  const found = PAGES.flatMap(relation => {
    const [link] = itemsOf(links, relation)
    return link === undefined || link.templated ? [] : [[relation, link.href] as const]
  })
  return found.some(([relation]) => relation === 'prev' || relation === 'next') ? found : []
}
