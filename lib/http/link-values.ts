/**
 * Reads the Link field, and compares relations: RFC 8288 sections 3 and 3.3.
 */

// Linear: where one alternative matches, no other does. A quote that is never closed ends with the
// field (appendix B.4).
const LINK = /<([^<>]*)>((?:"(?:\\.|[^"\\])*(?:"|$)|[^",])*)/gs
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.|[^"\\])*)|([^\s";]*))/gs

/** One link of a field. */
interface LinkValue {
  readonly href: string
  readonly relations: readonly string[]
  /** By name in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Returns the links of a field whose context is the resource of the response: those with `anchor` belong to another
 * resource (section 3.2), and are omitted.
 */
export function linkValues (field: string): LinkValue[] {
  return Array.from(field.matchAll(LINK), ([, href, list]) => {
    const parameters = parametersIn(list!)
    return { href: href!, parameters, relations: parameters.get('rel')?.match(/\S+/g) ?? [] }
  }).filter(({ parameters }) => !parameters.has('anchor'))
}

// The first of a name counts (section 3.3).
function parametersIn (list: string): ReadonlyMap<string, string> {
  return new Map([...list.matchAll(PARAMETER)].reverse().map(([, name, quoted, token]) =>
    [name!.toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? token!]))
}

/** Whether two names are the same relation: they compare without case (section 3.3). */
export function isSameRelation (relation: string, other: string): boolean {
  return relation.toLowerCase() === other.toLowerCase()
}
