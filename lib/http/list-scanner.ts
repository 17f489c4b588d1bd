/**
 * Finding one's way in a field that is a list with parameters: RFC 9110 sections 5.6.1, 5.6.3,
 * 5.6.4 and 5.6.6. Every function takes time linear in what it passes over.
 */

const TAB = 0x09
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const SEMICOLON = 0x3b
const BACKSLASH = 0x5c

/**
 * The index of the next `,` or `;` that is outside of quotes, or the length of the text. A quote
 * that is never closed gives a greater number than the length (RFC 9110 section 5.6.4).
 */
export function partEnd (text: string, start: number): number {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === SEMICOLON) return at
    at = code === QUOTE ? quoteEnd(text, at) : at + 1
  }
  return at
}

/** Whether parameters begin, or go on, at an index (RFC 9110 section 5.6.6). */
export function isSemicolon (text: string, at: number): boolean {
  return at < text.length && text.charCodeAt(at) === SEMICOLON
}

/** Whether a space or tab stands at an index (OWS, RFC 9110 section 5.6.3). */
export function isSpace (text: string, at: number): boolean {
  // Reading beyond the end, where there is NaN, is slow.
  if (at >= text.length) return false
  const code = text.charCodeAt(at)
  return code === SPACE || code === TAB
}

/** The index of the first character from `start` on that is no space or tab. */
export function skipSpace (text: string, start: number): number {
  let at = start
  while (isSpace(text, at)) at++
  return at
}

/** The index behind the last character before `end` that is no space or tab; not before `start`. */
export function trimEnd (text: string, start: number, end: number): number {
  let at = end
  while (at > start && isSpace(text, at - 1)) at--
  return at
}

function quoteEnd (text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  }
  return at + 1
}
