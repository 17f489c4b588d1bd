// The schema of an input as the form of a representation describes it.
import type { Field } from '../hypermedia/form.ts'
import type { ScopedSchema } from '../lib/model/model.ts'
import { withoutDefaults, withSubschemas } from '../lib/schema/copies.ts'
import { propertiesOf } from '../lib/schema/declared.ts'
import { isObject, type JsonSchema, without } from '../lib/schema/json-schema.ts'
import type { Keywords } from '../lib/schema/keywords.ts'
import { membersOf } from '../lib/schema/members.ts'
import { type Reading, SchemaReader } from '../lib/schema/reader.ts'
import { selfContained } from '../lib/schema/self-contained.ts'

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email', url: 'uri', date: 'date', time: 'time', 'datetime-local': 'date-time'
}

/**
 * Returns the schema of a declared input, for results: a member with a default is not required. A default is for what
 * is created: PATCH has none, and requires what the schema requires.
 */
export function inputSchemaOf (input: ScopedSchema, method: string): JsonSchema {
  const schema = selfContained(input)
  return method === 'PATCH' ? withoutInitial(schema) : withoutDefaults(schema)
}

// A new row of a list is created.
function withoutInitial (schema: JsonSchema): JsonSchema {
  const { items } = schema
  const changed = withSubschemas(without(schema, 'default'), one => isObject(one) ? withoutInitial(one) : one)
  return items === undefined ? changed : { ...changed, items }
}

/** Returns the schema of the fields of a form. */
export function schemaOfFields (fields: readonly Field[], method: string): JsonSchema {
  const required = fields.filter(field => field.required && (method === 'PATCH' || initialValue(field) === undefined))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, schemaOfField(field)])),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) })
  }
}

/** Adds the values that a form contains to a schema, as defaults, which `act` sends; not with PATCH. */
export function withValues (schema: JsonSchema, fields: readonly Field[], method: string): JsonSchema {
  const properties = propertiesOf(schema) ?? {}
  const values = fields.flatMap((field): [string, unknown][] => {
    const [own, value] = [properties[field.name], typedValue(field, schema)]
    return Object.hasOwn(properties, field.name) && isObject(own) && value !== undefined
      ? [[field.name, { ...own, default: value }]]
      : []
  })
  if (values.length === 0) return schema
  const filled = { ...schema, properties: { ...properties, ...Object.fromEntries(values) } }
  return method === 'PATCH' ? filled : withoutDefaults(filled)
}

/**
 * Returns the value that a form contains for a field, with the type of its schema; undefined for none.
 * @param input the schema of the whole input
 */
export function typedValue (field: Field, input: JsonSchema): unknown {
  const value = initialValue(field)
  const reader = new SchemaReader(() => undefined)
  const member = value === undefined ? undefined : membersOf(reader, reader.schema(input)).get(field.name)
  return member === undefined ? value : convert(value, reader.read(member), reader)
}

// Forms contain strings. A string that the schema does not describe is no value.
function convert (value: unknown, reading: Reading, reader: SchemaReader): unknown {
  if (Array.isArray(value)) {
    const elements = reader.elements(reading)
    const values = value.map(one => convert(one, elements, reader))
    return values.includes(undefined) ? undefined : values
  }
  const all = keywordsOf(reader, reading)
  const choices = all.flatMap(({ const: only, enum: values = [] }) => only === undefined ? values : [only])
  if (choices.length > 0) return choices.find(choice => String(choice) === String(value))
  const types = all.flatMap(({ type = [] }) => type)
  if (typeof value !== 'string' || types.includes('string') || types.length === 0) return value
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  const isNumber = (types.includes('number') || types.includes('integer')) && Number.isFinite(Number(value))
  return isNumber ? Number(value) : undefined
}

/** Returns the keywords of a value, and of its alternatives, which may contain themselves. */
function keywordsOf (reader: SchemaReader, reading: Reading, passed = new Set<Reading>()): Keywords[] {
  if (passed.has(reading)) return []
  passed.add(reading)
  const alternatives = reading.unions.flat().map(one => reader.alternative(one))
  return [reading.keywords, ...alternatives.flatMap(one => keywordsOf(reader, one, passed))]
}

function initialValue ({ type, value, valueType, choices }: Field): unknown {
  if (choices?.many === true) return choices.selected.length === 0 ? undefined : choices.selected
  const text = choices?.selected[0] ?? value
  if (text === '') return undefined
  if (valueType === 'number' || isNumeric(type)) return Number(text)
  return valueType === 'boolean' ? text === 'true' : text
}

function schemaOfField (field: Field): JsonSchema {
  const { label, name, choices, readOnly } = field
  const one = choices === undefined || choices.inline.length === 0
    ? scalarSchema(field)
    : { enum: choices.inline.map(choiceValue) }
  const value = initialValue(field)
  return {
    ...(choices?.many === true ? { type: 'array', items: one } : one),
    ...(label === name ? {} : { title: label }),
    ...(readOnly ? { readOnly } : {}),
    ...(value === undefined ? {} : { default: value })
  }
}

function isNumeric (type: Field['type']): boolean {
  return type === 'number' || type === 'range'
}

function choiceValue ({ value, json }: { readonly value: string, readonly json?: string }): unknown {
  return json === undefined ? value : JSON.parse(json)
}

function scalarSchema ({ type, valueType, pattern, limits: { min, max, minLength, maxLength } }: Field): JsonSchema {
  const format = FORMATS[type]
  const known = {
    type: isNumeric(type) ? 'number' : valueType, format, pattern, minimum: min, maximum: max, minLength, maxLength
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
