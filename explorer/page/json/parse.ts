import { tokensOf, type Token } from './tokens.ts'

// Without sixteen digits in a row or an exponent no number is lost. It may find the like in a text, too: that costs time only.
const DOUBTFUL = /\d[\d.]{15}|\d[eE]/

/** Parses a JSON text. A number that JavaScript would change, `9007199254740993` or `1e400`, is kept as its text. @throws SyntaxError */
export function parseJson (text: string): unknown {
  const value: unknown = JSON.parse(text)
  return DOUBTFUL.test(text) ? JSON.parse(Array.from(tokensOf(text), written).join('')) : value
}

function written ({ kind, text }: Token): string {
  return kind === 'number' && !survives(text) ? `"${text}"` : text
}

// Fifteen significant digits always survive (IEEE 754, binary64); more of them may, as in `0.30000000000000004`.
function survives (text: string): boolean {
  const number = Number(text)
  if (String(number) === text) return true
  const digits = text.split(/e/i, 1)[0]!.replace(/^[-0.]+|\D/g, '')
  return digits.length <= 15 && Number.isFinite(number) && (number !== 0 || digits === '')
}
