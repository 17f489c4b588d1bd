import { percentEncoded, scalarString } from './encode.ts'

/**
 * The query string, without `?`, of the own enumerable values that are not skipped, in their order;
 * '' when there are none.
 * `null` and `undefined` are dropped, arrays repeat the name, dates are as in JSON (ISO 8601); null if no URL can
 * contain a value (objects, `NaN`, invalid dates, lone surrogates).
 */
export function queryString (
  values: Readonly<Record<string, unknown>>, skip: ReadonlySet<string> | readonly string[]
): string | null {
  let query = ''
  for (const name of Object.keys(values)) {
    if ('has' in skip ? skip.has(name) : skip.includes(name)) continue
    const pairs = pairsOf(name, values[name])
    if (pairs === null) return null
    query += pairs
  }
  return query.slice(1)
}

// Each pair begins with an ampersand, so that pairs are joined without a test for the first.
function pairsOf (name: string, value: unknown): string | null {
  if (value === null || value === undefined) return ''
  const encodedName = percentEncoded(name)
  if (encodedName === null) return null
  if (!Array.isArray(value)) return pairOf(encodedName, value)
  let query = ''
  for (const element of value as readonly unknown[]) {
    const pair = element === null || element === undefined ? '' : pairOf(encodedName, element)
    if (pair === null) return null
    query += pair
  }
  return query
}

function pairOf (encodedName: string, value: unknown): string | null {
  if (Number.isSafeInteger(value)) return `&${encodedName}=${value as number}`
  const scalar = scalarString(value) ?? isoDate(value)
  const encoded = scalar === null ? null : percentEncoded(scalar)
  if (encoded === null) return null
  return `&${encodedName}=${encoded}`
}

// Null for a date that is not valid, and for an object that only has the prototype of dates.
function isoDate (value: unknown): string | null {
  try {
    if (value instanceof Date) return Date.prototype.toISOString.call(value)
    return null
  } catch {
    return null
  }
}
