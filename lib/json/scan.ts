// Finds the ends of values in valid JSON (RFC 8259), without parsing it.
import {
  BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT,
  COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE, SPACE
} from './characters.ts'

/** The first place from `at` on that holds no white space. */
export function skipWhitespace (json: string, at: number): number {
  let code = json.charCodeAt(at)
  while (code === SPACE || code === 10 || code === 13 || code === 9) code = json.charCodeAt(++at)
  return at
}

/** Where the value that begins at `at` ends. */
export function valueEnd (json: string, at: number): number {
  const code = json.charCodeAt(at)
  if (code === QUOTE) return stringEnd(json, at)
  if (code === OPEN_OBJECT || code === OPEN_ARRAY) return nestedEnd(json, at)
  return scalarEnd(json, at)
}

function nestedEnd (json: string, at: number): number {
  let depth = 0
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(json, at) - 1
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++
    else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --depth === 0) return at + 1
  }
  return at
}

/** Where the string that begins at `at` ends. Searches from quote to quote, which is native. */
export function stringEnd (json: string, at: number): number {
  let end = json.indexOf('"', at + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  if (end === -1) return json.length
  return end + 1
}

function isEscaped (json: string, quote: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

function scalarEnd (json: string, at: number): number {
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_ARRAY || code <= SPACE || code === COLON) return at
  }
  return at
}
