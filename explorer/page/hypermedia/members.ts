// A stranger's JSON: every member may be missing, or something else than expected.

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own members of an object; none of anything else. */
export function membersOf (value: unknown): ReadonlyArray<readonly [name: string, value: unknown]> {
  return isObject(value) ? Object.entries(value) : []
}

/** An own member. */
export function member (object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** An own member that is a text with something in it. */
export function text (object: JsonObject, name: string): string | undefined {
  const value = member(object, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The same, where a number may stand for its text. */
export function scalar (object: JsonObject, name: string): string | undefined {
  const value = member(object, name)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** One or many, as many. */
export function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
