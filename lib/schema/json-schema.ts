/** A JSON schema that is an object; `true` and `false` are schemas too. */
export type JsonSchema = Readonly<Record<string, unknown>>

export function isObject (value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member of an object; undefined for other values. */
export function memberOf (value: unknown, name: string): unknown {
  if (typeof value === 'object' && value !== null) return (value as JsonSchema)[name]
  return undefined
}

/** Returns an array; an empty one for other values. */
export function listOf (value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return []
}

/** Returns an object; an empty one for other values. */
export function objectIn (value: unknown): JsonSchema {
  if (isObject(value)) return value
  return {}
}

/** Returns a member that is an object; an empty object if it is absent. */
export function part (schema: unknown, name: string): Record<string, unknown> {
  if (isObject(schema) && Object.hasOwn(schema, name)) return objectIn(schema[name])
  return {}
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
  if (pointer === '/') return []
  return pointer.split('/').slice(1).map(unescapeName)
}

/** Returns the member name that a segment of a JSON pointer stands for. */
export function unescapeName (segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
