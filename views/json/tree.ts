import { endOfToken, kindOf, skipSpace, type Token } from '../../lib/json/exact.ts'

/** A value in a JSON document, by its place: its own values are read on demand. */
export interface JsonValue {
  readonly start: number
  readonly end: number
  /** The bracket of an object or array; null for other values. */
  readonly open: '{' | '[' | null
  /** The number of members or elements. */
  readonly count: number
}

/** A member of an object, or an element of an array. */
export interface JsonEntry {
  /** The name of a member, as it is written, with quotes; null for elements. */
  readonly name: string | null
  readonly value: JsonValue
  readonly isLast: boolean
}

/** Returns the value at an index of valid JSON. Takes time linear in the value. */
export function valueAt (json: string, at = 0): JsonValue {
  const start = skipSpace(json, at)
  const open = json.charAt(start)
  if (open !== '{' && open !== '[') return { start, end: endOfToken(json, start), open: null, count: 0 }
  let [depth, commas, end] = [0, 0, start]
  do {
    const character = json.charAt(end)
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === ',' && depth === 1) commas++
    end = endOfToken(json, end)
    if (depth > 0) end = skipSpace(json, end)
  } while (depth > 0 && end < json.length)
  const isEmpty = skipSpace(json, start + 1) === end - 1
  return { start, end, open, count: isEmpty ? 0 : commas + 1 }
}

/** Generates lazily the entries of an object or array in valid JSON. */
export function * entriesOf (json: string, { start, end, open }: JsonValue): Generator<JsonEntry> {
  let at = skipSpace(json, start + 1)
  while (at < end - 1) {
    let name: string | null = null
    if (open === '{') {
      const endOfName = endOfToken(json, at)
      name = json.slice(at, endOfName)
      // The colon is a token of its own.
      at = skipSpace(json, skipSpace(json, endOfName) + 1)
    }
    const value = valueAt(json, at)
    const next = skipSpace(json, value.end)
    const isLast = json.charAt(next) !== ','
    yield { name, value, isLast }
    at = isLast ? end : skipSpace(json, next + 1)
  }
}

/** Returns a string, number or literal as a token. */
export function scalarAt (json: string, { start, end }: JsonValue): Token {
  return { kind: kindOf(json.charAt(start), ''), source: json.slice(start, end) }
}
