/**
 * Scans a field that is a list with parameters: RFC 9110 sections 5.6.1, 5.6.3, 5.6.4 and 5.6.6.
 * Every function takes time linear in the characters that it reads.
 */

const TAB = 0x09
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const SEMICOLON = 0x3b
const BACKSLASH = 0x5c

/**
 * Returns the index of the next `,` or `;` outside of quotes, or the length of the string. For a
 * quote that is never closed it is greater than the length (RFC 9110 section 5.6.4).
 */
export function partEnd (field: string, start: number): number {
  let at = start
  while (at < field.length) {
    const code = field.charCodeAt(at)
    if (code === COMMA || code === SEMICOLON) return at
    at = code === QUOTE ? quoteEnd(field, at) : at + 1
  }
  return at
}

/** Returns true if a parameter follows at an index (RFC 9110 section 5.6.6). */
export function isSemicolon (field: string, at: number): boolean {
  return at < field.length && field.charCodeAt(at) === SEMICOLON
}

/** Returns true for a space or tab at an index (OWS, RFC 9110 section 5.6.3). */
export function isSpace (field: string, at: number): boolean {
  // charCodeAt beyond the end returns NaN, which is slow.
  if (at >= field.length) return false
  const code = field.charCodeAt(at)
  return code === SPACE || code === TAB
}

/** Returns the index of the first character from `start` on that is not a space or tab. */
export function skipSpace (field: string, start: number): number {
  let at = start
  while (isSpace(field, at)) at++
  return at
}

/** Returns the index after the last character before `end` that is not a space or tab, at least `start`. */
export function trimEnd (field: string, start: number, end: number): number {
  let at = end
  while (at > start && isSpace(field, at - 1)) at--
  return at
}

function quoteEnd (field: string, start: number): number {
  let at = start + 1
  while (at < field.length && field.charCodeAt(at) !== QUOTE) {
    at += field.charCodeAt(at) === BACKSLASH ? 2 : 1
  }
  return at + 1
}
