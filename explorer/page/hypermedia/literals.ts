import type { Choice, Choices } from './choices.ts'

/**
 * The texts of a field that stand for numbers and booleans, with their JSON: `'1'` to `1`.
 *
 * A form is typed as text, and JSON needs to know what the text stands for:
 * - a choice that is a number or a boolean in the document, written out or behind a link, is sent as it is there
 * - choices written out as strings are ambiguous: HAL-FORMS wants strings, so a server writes `enum: [1, 2]` and `enum: ['1', '2']` alike.
 *   They are read as booleans where they are exactly `true` and `false`, and as numbers where all of them are JSON numbers:
 *   a validator that coerces takes either, and among those that do not the types are the likelier schema. The page lets a person choose text.
 */
export type Literals = ReadonlyMap<string, string>

const NONE: Literals = new Map()

/** What the strings of a field may stand for besides text. */
export type GuessedType = 'number' | 'boolean'

/** The type that all choices of a field seem to have, though they are written as strings; null where they are not, or differ. */
export function guessedType ({ inline, href, many }: Choices): GuessedType | null {
  if (href !== undefined || inline.length === 0 || inline.some(({ json }) => json !== undefined)) return null
  const values = inline.map(({ value }) => value)
  if (!many && values.length === 2 && values.includes('true') && values.includes('false')) return 'boolean'
  return values.every(isCanonicalNumber) ? 'number' : null
}

/** The literals of the choices that a field offers. */
export function literalsOf (offered: readonly Choice[], guessed: GuessedType | null): Literals {
  if (guessed !== null) return new Map(offered.map(({ value }) => [value, value]))
  const typed = offered.flatMap(({ value, json }) => json === undefined ? [] : [[value, json] as const])
  return typed.length === 0 ? NONE : new Map(typed)
}

// As JSON.stringify writes a number: neither `007` nor `1.0`, which are texts.
function isCanonicalNumber (text: string): boolean {
  return text !== '' && Number.isFinite(Number(text)) && String(Number(text)) === text
}
