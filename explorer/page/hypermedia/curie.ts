import { isObject, listOf, member, membersOf, text, type JsonObject } from './members.ts'
import { expandTemplate } from '../../../lib/http/uri-template.ts'

/** Prefix to template (HAL, section 8.2). */
export type Curies = ReadonlyMap<string, string>

/** The prefixes that a resource declares, beside those around it. */
export function curiesOf (resource: JsonObject, around: Curies): Curies {
  const declared = membersOf(member(resource, '_links')).find(([name]) => name === 'curies')?.[1]
  if (declared === undefined) return around
  return new Map([...around, ...listOf(declared).flatMap(readCurie)])
}

/** Where a relation is documented: by its prefix, or because it is a URL itself (RFC 8288, section 2.1.2). */
export function documentationOf (relation: string, curies: Curies): string | undefined {
  if (/^https?:\/\//i.test(relation)) return relation
  const colon = relation.indexOf(':')
  const template = colon === -1 ? undefined : curies.get(relation.slice(0, colon))
  return template === undefined ? undefined : expandTemplate(template, new Map([['rel', relation.slice(colon + 1)]]))
}

function readCurie (value: unknown): Array<readonly [string, string]> {
  if (!isObject(value)) return []
  const [name, href] = [text(value, 'name'), text(value, 'href')]
  return name === undefined || href === undefined ? [] : [[name, href]]
}
