import { linkValues } from '../lib/http/link-values.ts'
import type { Link, Relation } from './link.ts'

/** Returns the relations in a `Link` header (RFC 8288, section 3). */
export function linksInHeader (field: string): Relation<Link>[] {
  const found = new Map<string, Link[]>()
  for (const { href, parameters, relations } of linkValues(field)) {
    const link = { href, templated: false, title: parameters.get('title'), deprecation: undefined, attributes: [] }
    for (const name of relations) add(found, name, link)
  }
  return Array.from(found, ([name, items]) => ({ name, items }))
}

function add (relations: Map<string, Link[]>, name: string, link: Link): void {
  const items = relations.get(name)
  if (items === undefined) relations.set(name, [link])
  else items.push(link)
}
