import type { FieldOption } from '../../../types/forms.ts'
import { isScalar } from './json-schema.ts'
import { answeredOnce, type Question } from './once.ts'
import type { Reading, SchemaReader } from './schema-reader.ts'

type Types = readonly string[] | undefined

/**
 * The values that schemas list: with `enum` or `const`, or as alternatives that all do so, `{ const, title }`.
 *
 * Only what can be sent as text is among them: a validator makes a number of `'1'` where the type says so, and not for an `enum` alone.
 * The empty text is not: it stands for no choice, and some clients drop the whole list over it.
 *
 * @returns null where the schemas list no values
 */
export function choicesOf (reader: SchemaReader, reading: Reading): FieldOption[] | null {
  return typedChoices(reader, reading, reading.keywords.type)
}

const typedChoices: Question<FieldOption[] | null> = answeredOnce((reader, reading, types) => {
  const unions = reading.unions.map(union => union.map(alternative => choicesOfAlternative(reader, reader.alternative(alternative), types)))
  const listed = unions.filter(union => union.every(choices => choices !== null)).map(union => union.flat())
  const values = reading.keywords.enum
  if (values !== undefined) listed.unshift(options(values, types))
  if (listed.length === 0) return null
  const common = listed.reduce((one, other) => other.filter(({ value }) => one.some(option => option.value === value)))
  return [...new Map(common.map(option => [option.value, option])).values()]
}, null)

// The title of an alternative with one value is the label of that value.
function choicesOfAlternative (reader: SchemaReader, alternative: Reading, types: Types): FieldOption[] | null {
  const { title, type = types } = alternative.keywords
  const choices = typedChoices(reader, alternative, type)
  return choices?.length === 1 && title ? [{ prompt: title, value: choices[0]!.value }] : choices
}

function options (values: readonly unknown[], types: Types): FieldOption[] {
  return values.filter(value => isSendable(value, types)).map(value => ({ prompt: String(value), value: String(value) }))
}

// The validator leaves a text as it is wherever a text is possible.
function isSendable (value: unknown, types: Types): boolean {
  if (typeof value === 'string') return value !== '' && (types === undefined || types.includes('string'))
  if (!isScalar(value) || types === undefined || types.includes('string')) return false
  return typeof value === 'boolean' ? types.includes('boolean') : types.includes('number') || types.includes('integer')
}
