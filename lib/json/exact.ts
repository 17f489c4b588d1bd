// JSON as text: its tokens, and its values without a loss of digits.
import { stringEnd } from './scan.ts'

/** A token of JSON, as it is written. */
export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'punctuation'
  readonly source: string
}

const SPACE = /[\t\n\r ]*/y
const PLAIN = /[^\t\n\r ,:[\]{}"]+/y

/** Generates lazily the tokens of JSON, without whitespace. Accepts invalid JSON. Takes linear time. */
export function * tokensOf (json: string): Generator<Token> {
  let at = skipSpace(json, 0)
  while (at < json.length) {
    const end = endOfToken(json, at)
    const next = skipSpace(json, end)
    yield { kind: kindOf(json.charAt(at), json.charAt(next)), source: json.slice(at, end) }
    at = next
  }
}

/** Returns the kind of a token, by its first character and the first one after it. */
export function kindOf (first: string, next: string): Token['kind'] {
  if (first === '"') return next === ':' ? 'name' : 'string'
  if (',:[]{}'.includes(first)) return 'punctuation'
  if (first === '-' || (first >= '0' && first <= '9')) return 'number'
  return 'literal'
}

/** Returns the index after the token at an index. */
export function endOfToken (json: string, at: number): number {
  // A regular expression exceeds its stack for a string of megabytes.
  if (json.charAt(at) === '"') return stringEnd(json, at)
  PLAIN.lastIndex = at
  return PLAIN.test(json) ? PLAIN.lastIndex : at + 1
}

/** Returns the index of the first character from `at` on that is not whitespace. */
export function skipSpace (json: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(json)
  return SPACE.lastIndex
}

// Numbers with fewer than sixteen digits and no exponent are exact. A value begins after one of these characters, so
// that names and strings, such as UUIDs, are no match. A match within a longer string only costs time.
const MAY_BE_INEXACT = /(?:^|[[:,\s])-?(?:\d[\d.]{15}|[\d.]+[eE])/

/** Returns false for JSON whose numbers JavaScript represents. */
export function mayBeInexact (json: string): boolean {
  return MAY_BE_INEXACT.test(json)
}

/**
 * Parses JSON. Numbers that JavaScript cannot represent, such as `9007199254740993` or `1e400`, become strings.
 * @throws SyntaxError
 */
export function parseJson (json: string): unknown {
  const value: unknown = JSON.parse(json)
  if (!mayBeInexact(json)) return value
  return JSON.parse(Array.from(tokensOf(json), quoteInexact).join(''))
}

function quoteInexact ({ kind, source }: Token): string {
  return kind === 'number' && !isExact(source) ? `"${source}"` : source
}

// Fifteen significant digits are always exact (IEEE 754, binary64); more digits can be, such as `0.30000000000000004`.
function isExact (source: string): boolean {
  const number = Number(source)
  if (String(number) === source) return true
  const digits = source.split(/e/i, 1)[0]!.replace(/^[-0.]+|\D/g, '')
  return digits.length <= 15 && Number.isFinite(number) && (number !== 0 || digits === '')
}
