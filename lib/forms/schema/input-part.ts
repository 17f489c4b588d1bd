/** The part of a request that a form fills. */
export type InputPart = 'body' | 'querystring'

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

/** Where the input of a method is: GET and HEAD have no body to speak of, and DELETE has none that all servers read (RFC 9110, section 9.3). */
export function inputPart (method: string): InputPart {
  return WITHOUT_BODY.has(method) ? 'querystring' : 'body'
}
