import { tokensOf, type Token } from './json-tokens.ts'

// Numbers with fewer than sixteen digits and no exponent are exact. A match within a string only costs time.
const MAY_BE_INEXACT = /\d[\d.]{15}|\d[eE]/

/**
 * Parses JSON. Numbers that JavaScript cannot represent, such as `9007199254740993` or `1e400`, become strings.
 * @throws SyntaxError
 */
export function parseJson (json: string): unknown {
  const value: unknown = JSON.parse(json)
  return MAY_BE_INEXACT.test(json) ? JSON.parse(Array.from(tokensOf(json), quoteInexact).join('')) : value
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
