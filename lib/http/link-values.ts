/**
 * Reads the Link field, and compares relations: RFC 8288 sections 3 and 3.3.
 */

// Linear: where one alternative matches, no other does. A quote that is never closed ends with the field (appendix B.4).
const LINK = /<([^<>]*)>((?:"(?:\\.|[^"\\])*(?:"|$)|[^",])*)/gs
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.|[^"\\])*)|([^\s";]*))/gs

/** One link of a field. */
export interface LinkValue {
  readonly href: string
  readonly relations: readonly string[]
  readonly title: string | undefined
}

/**
 * Returns the links of a field whose context is the resource of the response: those with `anchor` belong to another
 * resource (section 3.2), and are omitted.
 */
export function linkValues (field: string): LinkValue[] {
  return Array.from(field.matchAll(LINK)).flatMap(([, href = '', list = '']) => {
    const parameters = parametersIn(list)
    const relations = parameters.get('rel')?.match(/\S+/g) ?? []
    return parameters.has('anchor') ? [] : { href, relations, title: parameters.get('title') }
  })
}

// The first of a name counts (section 3.3).
function parametersIn (list: string): ReadonlyMap<string, string> {
  const parameters = Array.from(list.matchAll(PARAMETER), ([, name, quoted, token]) =>
    [name!.toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? token!] as const)
  return new Map(parameters.reverse())
}

/** Whether two names are the same relation: they compare without case (section 3.3). */
export function isSameRelation (relation: string, other: string): boolean {
  return relation.toLowerCase() === other.toLowerCase()
}
