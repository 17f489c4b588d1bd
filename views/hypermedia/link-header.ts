import { linkValues } from '../../lib/http/link-values.ts'
import type { Link, Relation } from './link.ts'

/** Returns the relations in a `Link` header (RFC 8288, section 3). */
export function linksInHeader (field: string): Relation<Link>[] {
  const relations = new Map<string, Link[]>()
  for (const { href, title, relations: names } of linkValues(field)) {
    const link = { href, templated: false, title, deprecation: undefined, attributes: [] }
    for (const name of names) add(relations, name, link)
  }
  return Array.from(relations, ([name, items]) => ({ name, items }))
}

function add (relations: Map<string, Link[]>, name: string, link: Link): void {
  const items = relations.get(name)
  if (items === undefined) relations.set(name, [link])
  else items.push(link)
}
