/** A JSON schema that is an object; `true` and `false` are schemas too. */
export type JsonSchema = Readonly<Record<string, unknown>>

export function isObject (value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member of an object; undefined for other values. */
export function memberOf (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as JsonSchema)[name] : undefined
}

/** Returns an array; an empty one for other values. */
export function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns an object; an empty one for other values. */
export function objectIn (value: unknown): JsonSchema {
  return isObject(value) ? value : {}
}

/** Returns a copy without some of the keywords. */
export function without (schema: JsonSchema, ...keywords: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}

/** Whether a form can send the value as a string. */
export function isScalar (value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/**
 * Returns the member names in a JSON pointer (RFC 6901), the outermost first.
 * Validators of Zod write `/` for the whole value.
 */
export function pointerNames (pointer: string): string[] {
  return pointer === '/' ? [] : pointer.split('/').slice(1).map(unescapeName)
}

/** Returns the member name that a segment of a JSON pointer stands for. */
export function unescapeName (segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
