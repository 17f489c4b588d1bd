// JSON arrays as strings (RFC 8259, section 5): split into elements, and joined again.
import { CLOSE_ARRAY, COMMA, OPEN_ARRAY } from './characters.ts'
import { skipWhitespace, valueEnd } from './scan.ts'

/** Whether the output of a serializer is a JSON array. */
export function isJsonArray (output: unknown): output is string {
  return typeof output === 'string' && output.charCodeAt(skipWhitespace(output, 0)) === OPEN_ARRAY
}

/**
 * Joins JSON values to an array. For formatters.
 * @param elements JSON of each element
 * @example jsonArray(['1', '"two"']) // '[1,"two"]'
 */
export function joinElements (elements: readonly string[]): string {
  // Concatenated, because join flattens each string before it copies them all.
  let json = ''
  let separator = '['
  for (const element of elements) {
    json += separator + element
    separator = ','
  }
  if (json === '') return '[]'
  return json + ']'
}

/**
 * Returns the same strings, as slices of one flat string. What a compiled serializer returns is a tree of strings,
 * which V8 flattens when it is read. To flatten all of them at once makes a response of 100 elements 4 % faster.
 */
export function flattenTogether (strings: readonly string[]): string[] {
  let all = ''
  for (const string of strings) all += string
  let end = 0
  return strings.map(({ length }) => {
    const start = end
    end += length
    return all.slice(start, end)
  })
}

/**
 * Splits a JSON array into its elements, each as JSON: nothing is parsed, so that every number keeps its digits.
 * Returns null if it is not an array. For formatters.
 * @example jsonElements('[1,"two"]') // ['1', '"two"']
 */
export function splitElements (output: unknown): string[] | null {
  if (!isJsonArray(output)) return null
  const elements: string[] = []
  let at = skipWhitespace(output, skipWhitespace(output, 0) + 1)
  while (output.charCodeAt(at) !== CLOSE_ARRAY) {
    if (elements.length > 0) {
      if (output.charCodeAt(at) !== COMMA) return null
      at = skipWhitespace(output, at + 1)
    }
    const end = valueEnd(output, at)
    if (end === at) return null
    elements.push(output.slice(at, end))
    at = skipWhitespace(output, end)
  }
  if (skipWhitespace(output, at + 1) !== output.length) return null
  return elements
}
