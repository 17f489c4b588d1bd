// JSON arrays as strings (RFC 8259, section 5): split into elements, and joined again.
import { SPACE, COMMA, COLON, OPEN_ARRAY, CLOSE_ARRAY, CLOSE_OBJECT } from './characters.ts'
import { skipSpace, valueEnd } from './scan.ts'

/** Whether the output of a serializer is a JSON array. */
export function isJsonArray (output: unknown): output is string {
  return typeof output === 'string' && output.charCodeAt(skipSpace(output, 0)) === OPEN_ARRAY
}

/** Joins JSON values to an array. */
export function joinElements (elements: readonly string[]): string {
  // Concatenated, because join flattens each string before it copies them all.
  let json = ''
  let separator = '['
  for (const element of elements) {
    json += separator + element
    separator = ','
  }
  return json === '' ? '[]' : json + ']'
}

/**
 * Splits the output of a serializer into the elements of a JSON array.
 * @param count how many a JSON array certainly has; null if a serializer of the app may have written another number
 * @returns null if the output is not an array of so many elements
 */
export function splitElements (output: unknown, count: number | null): string[] | null {
  if (!isJsonArray(output)) return null
  return (count === null ? null : splitFlatObjects(output, count)) ?? scanElements(output, count)
}

function scanElements (array: string, count: number | null): string[] | null {
  const elements: string[] = []
  let at = skipSpace(array, skipSpace(array, 0) + 1)
  while (array.charCodeAt(at) !== CLOSE_ARRAY) {
    if (elements.length > 0) {
      if (array.charCodeAt(at) !== COMMA) return null
      at = skipSpace(array, at + 1)
    }
    const end = valueEnd(array, at)
    if (end === at) return null
    elements.push(array.slice(at, end))
    at = skipSpace(array, end)
  }
  const isComplete = skipSpace(array, at + 1) === array.length
  return isComplete && (count === null || elements.length === count) ? elements : null
}

const BETWEEN_OBJECTS = '},{"'

// Fast path for `[{"…},{"…}]` without nested arrays: a native search. `},{"` stands between elements, or is in a string that it ends:
// then `,`, `:`, `}`, `]` or white space follows the quote, and the array is scanned instead. (A quote within a string is escaped.)
function splitFlatObjects (array: string, count: number): string[] | null {
  if (!array.startsWith('[{"') || !array.endsWith('}]') || array.includes('[', 1)) return null
  const elements: string[] = []
  let start = 1
  for (let at = array.indexOf(BETWEEN_OBJECTS); at !== -1; at = array.indexOf(BETWEEN_OBJECTS, at + 3)) {
    if (endsString(array.charCodeAt(at + BETWEEN_OBJECTS.length))) return null
    elements.push(array.slice(start, at + 1))
    start = at + 2
  }
  elements.push(array.slice(start, -1))
  return elements.length === count ? elements : null
}

function endsString (next: number): boolean {
  return next <= SPACE || next === COMMA || next === COLON || next === CLOSE_OBJECT || next === CLOSE_ARRAY
}
