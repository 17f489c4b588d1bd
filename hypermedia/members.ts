// Reads JSON of unknown APIs: every member can be missing or have another type.

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the own members of an object, or an empty list for other values. */
export function membersOf (value: unknown): ReadonlyArray<readonly [name: string, value: unknown]> {
  return isObject(value) ? Object.entries(value) : []
}

/** Returns an own member. */
export function member (object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns an own member that is a non-empty string. */
export function stringMember (object: JsonObject, name: string): string | undefined {
  const value = member(object, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns an own member that is a string, number or boolean, as a string. */
export function scalarMember (object: JsonObject, name: string): string | undefined {
  const value = member(object, name)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** Returns an array as it is, and another value as its only element. */
export function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
