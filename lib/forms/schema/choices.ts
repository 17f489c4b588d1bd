import type { FieldOption } from '../../../types/forms.ts'
import { isScalar } from './json-schema.ts'
import { memoize, type ReadingFunction } from './memoize.ts'
import type { Reading, SchemaReader } from './schema-reader.ts'

type Types = readonly string[] | undefined

/**
 * Returns the values that schemas enumerate, or null if they do not: with `enum`, `const`,
 * or alternatives that all do so.
 *
 * Values that a form cannot send as strings are omitted: a validator converts `'1'` to a number only if the
 * type is a number.
 * The empty string is omitted too: it means no choice, and some clients reject a list that contains it.
 */
export function choicesOf (reader: SchemaReader, reading: Reading): FieldOption[] | null {
  return typedChoices(reader, reading, reading.keywords.type)
}

const typedChoices: ReadingFunction<FieldOption[] | null> = memoize((reader, reading, types) => {
  const unions = reading.unions.map(union =>
    union.map(alternative => alternativeChoices(reader, reader.alternative(alternative), types)))
  const lists = unions.filter(union => union.every(choices => choices !== null)).map(union => union.flat())
  const values = reading.keywords.enum
  if (values !== undefined) lists.unshift(options(values, types))
  if (lists.length === 0) return null
  const common = lists.reduce((one, other) => other.filter(({ value }) => one.some(option => option.value === value)))
  return [...new Map(common.map(option => [option.value, option])).values()]
}, null)

// The title of an alternative with one value is the label of that value.
function alternativeChoices (reader: SchemaReader, alternative: Reading, types: Types): FieldOption[] | null {
  const { title, type = types } = alternative.keywords
  const choices = typedChoices(reader, alternative, type)
  return choices?.length === 1 && title ? [{ prompt: title, value: choices[0]!.value }] : choices
}

function options (values: readonly unknown[], types: Types): FieldOption[] {
  return values.filter(value => isSendable(value, types))
    .map(value => ({ prompt: String(value), value: String(value) }))
}

// The validator does not convert a string if the type may be a string.
function isSendable (value: unknown, types: Types): boolean {
  if (typeof value === 'string') return value !== '' && (types === undefined || types.includes('string'))
  if (!isScalar(value) || types === undefined || types.includes('string')) return false
  return typeof value === 'boolean' ? types.includes('boolean') : types.includes('number') || types.includes('integer')
}
