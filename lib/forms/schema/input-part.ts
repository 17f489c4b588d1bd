/** The part of a request that contains the input of a form. */
export type InputPart = 'body' | 'querystring'

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

/** Returns the part for a method: a body of GET, HEAD or DELETE has no defined semantics (RFC 9110, section 9.3). */
export function inputPart (method: string): InputPart {
  return WITHOUT_BODY.has(method) ? 'querystring' : 'body'
}
