import type { Choice, Choices } from './choices.ts'

/**
 * The values of a field that are sent as JSON numbers or booleans, with their JSON: `'1'` to `1`.
 *
 * - A choice that is a number or a boolean in the document is sent as such.
 * - Inline choices that are strings are ambiguous: HAL-FORMS requires strings,
 *   so `enum: [1, 2]` and `enum: ['1', '2']` look alike.
 *   The choices `true` and `false` are guessed to be booleans, and choices that are all JSON numbers to be numbers:
 *   such schemas are more common, and validators with type coercion accept both. The user can switch to strings.
 */
export type Literals = ReadonlyMap<string, string>

const NONE: Literals = new Map()

/** The JSON type that string choices can represent. */
export type GuessedType = 'number' | 'boolean'

/** Returns the JSON type that all inline string choices of a field seem to represent, or null. */
export function guessedType ({ inline, href, many }: Choices): GuessedType | null {
  if (href !== undefined || inline.length === 0 || inline.some(({ json }) => json !== undefined)) return null
  const values = inline.map(({ value }) => value)
  if (!many && values.length === 2 && values.includes('true') && values.includes('false')) return 'boolean'
  return values.every(isCanonicalNumber) ? 'number' : null
}

/** Returns the literals of the choices of a field. */
export function literalsOf (offered: readonly Choice[], guessed: GuessedType | null): Literals {
  if (guessed !== null) return new Map(offered.map(({ value }) => [value, value]))
  const typed = offered.flatMap(({ value, json }) => json === undefined ? [] : [[value, json] as const])
  return typed.length === 0 ? NONE : new Map(typed)
}

// True for numbers as JSON.stringify writes them: `007` and `1.0` are strings.
function isCanonicalNumber (value: string): boolean {
  return value !== '' && Number.isFinite(Number(value)) && String(Number(value)) === value
}
