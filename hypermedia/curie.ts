import { isObject, listOf, member, membersOf, stringMember, type JsonObject } from './members.ts'
import { expandTemplate } from '../lib/http/uri-template.ts'

/** CURIE prefixes with their URI templates (HAL, section 8.2). */
export type Curies = ReadonlyMap<string, string>

/** Returns the CURIEs that a resource declares, added to those of its parent. */
export function curiesOf (resource: JsonObject, inherited: Curies): Curies {
  const declared = membersOf(member(resource, '_links')).find(([name]) => name === 'curies')?.[1]
  if (declared === undefined) return inherited
  return new Map([...inherited, ...listOf(declared).flatMap(readCurie)])
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

function readCurie (value: unknown): Array<readonly [string, string]> {
  if (!isObject(value)) return []
  const [name, href] = [stringMember(value, 'name'), stringMember(value, 'href')]
  return name === undefined || href === undefined ? [] : [[name, href]]
}
