/**
 * Media types and their parameters: RFC 9110 sections 8.3.1 and 5.6.6.
 */

// A token (5.6.2) without `*`, the wildcard of a range.
const MEDIA_TYPE = /^[\w!#$%&'+.^`|~-]+\/[\w!#$%&'+.^`|~-]+$/

// Linear: where one alternative matches, no other does. Unlike RFC 9110, but like the RFCs before
// it, an empty parameter (`;;`) is malformed.
const PARAMETERS =
  /^(?:[ \t]*;[ \t]*[\w!#-'*+.^`|~-]+=(?:[\w!#-'*+.^`|~-]+|"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"))*[ \t]*$/

/** The media type of problem documents (RFC 9457, section 6.1). */
export const PROBLEM_TYPE = 'application/problem+json'

const JSON_TYPE = 'application/json'
const JSON_PARAMETERS = '; charset=utf-8'
const USUAL_JSON = 'application/json; charset=utf-8'

/**
 * Returns true for one concrete media type, `type/subtype`, without wildcard, parameters and
 * surrounding space (RFC 9110 section 8.3.1).
 */
export function isMediaType (value: string): boolean {
  return MEDIA_TYPE.test(value)
}

/**
 * Returns the media type of a Content-Type value without its parameters, in lower case (RFC 9110
 * section 8.3.1). Its syntax is not checked.
 */
export function essence (contentType: string): string {
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

/**
 * Replaces the media type of a Content-Type value, and keeps its parameters.
 *
 * @param from the media type to replace, in lower case
 * @returns `to` with the parameters; `null` if the type is not `from`, or the parameters are
 * malformed (RFC 9110 section 5.6.6)
 */
export function relabel (contentType: string, from: string, to: string): string | null {
  if (contentType === USUAL_JSON && from === JSON_TYPE) return to + JSON_PARAMETERS
  if (essence(contentType) !== from) return null
  const semicolon = contentType.indexOf(';')
  if (semicolon === -1) return to
  const parameters = contentType.slice(semicolon)
  if (PARAMETERS.test(parameters)) return to + parameters
  return null
}
