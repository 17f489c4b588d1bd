import { isSentInQuery } from '../../http/form-encoding.ts'

/** The part of a request that contains the input of a form. */
export type InputPart = 'body' | 'querystring'

/** Returns the part for a method: a body of GET, HEAD or DELETE has no defined semantics (RFC 9110, section 9.3). */
export function inputPart (method: string): InputPart {
  return isSentInQuery(method) ? 'querystring' : 'body'
}
