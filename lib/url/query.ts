import { percentEncoded, scalarText } from './encode.ts'

/**
 * The query string, without `?`, of the own enumerable values that are not skipped, in their order; '' when there are none.
 * `null` and `undefined` are dropped, arrays repeat the name; null when a value has no text (objects, `NaN`, lone surrogates).
 */
export function queryText (values: Readonly<Record<string, unknown>>, skip: ReadonlySet<string> | readonly string[]): string | null {
  let text = ''
  for (const name of Object.keys(values)) {
    if ('has' in skip ? skip.has(name) : skip.includes(name)) continue
    const pairs = pairsOf(name, values[name])
    if (pairs === null) return null
    text += pairs
  }
  return text.slice(1)
}

// Every pair brings the ampersand before it, so that pairs can be joined without asking which is the first.
function pairsOf (name: string, value: unknown): string | null {
  if (value === null || value === undefined) return ''
  const encodedName = percentEncoded(name)
  if (encodedName === null) return null
  if (!Array.isArray(value)) return pairOf(encodedName, value)
  let text = ''
  for (const element of value as readonly unknown[]) {
    const pair = element === null || element === undefined ? '' : pairOf(encodedName, element)
    if (pair === null) return null
    text += pair
  }
  return text
}

function pairOf (encodedName: string, value: unknown): string | null {
  if (Number.isSafeInteger(value)) return `&${encodedName}=${value as number}`
  const text = scalarText(value)
  const encoded = text === null ? null : percentEncoded(text)
  return encoded === null ? null : `&${encodedName}=${encoded}`
}
