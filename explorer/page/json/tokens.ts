/** A piece of a JSON text. */
export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'punctuation'
  readonly text: string
}

const SPACE = /[\t\n\r ]*/y
const PLAIN = /[^\t\n\r ,:[\]{}"]+/y

/** The pieces of a JSON text as they were written, so that no digit of a number is lost. Linear, and no further than is asked for. */
export function * tokensOf (text: string): Generator<Token> {
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const end = endOfToken(text, at)
    const next = skipSpace(text, end)
    yield { kind: kindOf(text.charAt(at), text.charAt(next)), text: text.slice(at, end) }
    at = next
  }
}

function kindOf (first: string, next: string): Token['kind'] {
  if (first === '"') return next === ':' ? 'name' : 'string'
  if (',:[]{}'.includes(first)) return 'punctuation'
  return first === '-' || (first >= '0' && first <= '9') ? 'number' : 'literal'
}

function endOfToken (text: string, at: number): number {
  if (text.charAt(at) === '"') return endOfString(text, at)
  PLAIN.lastIndex = at
  return PLAIN.test(text) ? PLAIN.lastIndex : at + 1
}

// Not by a regular expression: its stack would not hold a text of megabytes.
function endOfString (text: string, at: number): number {
  let quote = text.indexOf('"', at + 1)
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote === -1 ? text.length : quote + 1
}

function isEscaped (text: string, quote: number): boolean {
  let backslash = quote
  while (text.charAt(backslash - 1) === '\\') backslash--
  return (quote - backslash) % 2 === 1
}

function skipSpace (text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}
