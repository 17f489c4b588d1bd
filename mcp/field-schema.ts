// The schema of an input as the form of a representation describes it.
import { isObject, type JsonSchema } from '../lib/forms/schema/json-schema.ts'
import type { Field } from '../hypermedia/form.ts'

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email', url: 'uri', date: 'date', time: 'time', 'datetime-local': 'date-time'
}

/** Returns the schema of the fields of a form. */
export function schemaOfFields (fields: readonly Field[]): JsonSchema {
  const required = fields.filter(field => field.required && initialValue(field) === undefined).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, schemaOfField(field)])),
    ...(required.length === 0 ? {} : { required })
  }
}

/** Adds the values that a form contains to a schema, as defaults. */
export function withValues (schema: JsonSchema, fields: readonly Field[]): JsonSchema {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const values = fields.flatMap((field): [string, unknown][] => {
    const [own, value] = [properties[field.name], initialValue(field)]
    if (!Object.hasOwn(properties, field.name) || !isObject(own) || value === undefined) return []
    return [[field.name, { ...own, default: typedValue(value, own) }]]
  })
  return values.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(values) } }
}

// Forms contain strings. Returns the value that the schema describes; a string if it describes none.
function typedValue (value: unknown, { type, enum: choices, items }: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map(one => isObject(items) ? typedValue(one, items) : one)
  if (Array.isArray(choices)) return choices.find(choice => String(choice) === value) ?? value
  const types = [type].flat()
  if (typeof value !== 'string' || types.includes('string')) return value
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  const isNumber = (types.includes('number') || types.includes('integer')) && Number.isFinite(Number(value))
  return isNumber ? Number(value) : value
}

/** Returns the value that a form contains for a field; undefined for none. */
export function initialValue ({ type, value, valueType, choices }: Field): unknown {
  if (choices?.many === true) return choices.selected.length === 0 ? undefined : choices.selected
  const text = choices?.selected[0] ?? value
  if (text === '') return undefined
  return valueType === 'number' || isNumeric(type) ? Number(text) : valueType === 'boolean' ? text === 'true' : text
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
