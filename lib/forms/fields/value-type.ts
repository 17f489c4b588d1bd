// The type of a field's value, for validators that do not convert the strings of forms: Zod,
// and the compilers of TypeBox.
import type { Keywords } from '../schema/schema-keywords.ts'
import type { Reading, SchemaReader } from '../schema/schema-reader.ts'
import { itemSchemas } from './choice-control.ts'

/** The type that a string is converted to. */
export type ValueType = 'number' | 'boolean'

/**
 * Returns the type of a value, or of the elements of an array. Returns null if a string is valid,
 * and if the type is not certain.
 */
export function valueType (reader: SchemaReader, reading: Reading): ValueType | null {
  const isArray = reading.keywords.type?.join() === 'array'
  const types = typesOf(reader, isArray ? reader.read({ all: itemSchemas(reader, reading), unions: [] }) : reading)
  if (types.length === 0) return null
  if (types.every(type => type === 'number' || type === 'integer')) return 'number'
  return types.every(type => type === 'boolean') ? 'boolean' : null
}

// Of alternatives, those of each.
function typesOf (reader: SchemaReader, { keywords, unions }: Reading): readonly string[] {
  const own = ownTypes(keywords)
  if (own.length > 0 || unions.length === 0) return own
  const alternatives = unions[0]!.map(alternative => ownTypes(reader.alternative(alternative).keywords))
  return alternatives.every(types => types.length > 0) ? alternatives.flat() : []
}

function ownTypes ({ type, enum: values }: Keywords): readonly string[] {
  return type ?? values?.map(value => typeof value) ?? []
}

/** Returns the value of a string. Returns other values, and strings that have no value of the type, as they are. */
export function convertString (value: unknown, type: ValueType | null): unknown {
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
  return type === 'number' ? toNumber(value) : value
}

// Not what Number also reads: spaces, 0x10, Infinity. An integer that is not exact would become another one.
function toNumber (value: string): unknown {
  const number = /^[-+.\de]+$/i.test(value) ? Number(value) : NaN
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
  return isExact ? number : value
}
