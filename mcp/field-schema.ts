// The schema of an input as the form of a representation describes it.
import { isObject, type JsonSchema } from '../lib/forms/schema/json-schema.ts'
import type { Field } from '../views/hypermedia/field.ts'

const FORMATS: Readonly<Record<string, string>> = { email: 'email', url: 'uri', date: 'date', time: 'time', 'datetime-local': 'date-time' }

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
    return Object.hasOwn(properties, field.name) && isObject(own) && value !== undefined ? [[field.name, { ...own, default: value }]] : []
  })
  return values.length === 0 ? schema : { ...schema, properties: { ...properties, ...Object.fromEntries(values) } }
}

/** Returns the value that a form contains for a field; undefined for none. */
export function initialValue ({ value, valueType, choices }: Field): unknown {
  if (choices?.many === true) return choices.selected.length === 0 ? undefined : choices.selected
  const text = choices?.selected[0] ?? value
  if (text === '') return undefined
  return valueType === 'number' ? Number(text) : valueType === 'boolean' ? text === 'true' : text
}

function schemaOfField (field: Field): JsonSchema {
  const { label, name, choices, readOnly } = field
  const one = choices === undefined || choices.inline.length === 0 ? scalarSchema(field) : { enum: choices.inline.map(choiceValue) }
  const value = initialValue(field)
  return {
    ...(choices?.many === true ? { type: 'array', items: one } : one),
    ...(label === name ? {} : { title: label }),
    ...(readOnly ? { readOnly } : {}),
    ...(value === undefined ? {} : { default: value })
  }
}

function choiceValue ({ value, json }: { readonly value: string, readonly json?: string }): unknown {
  return json === undefined ? value : JSON.parse(json)
}

function scalarSchema ({ type, valueType, pattern, limits: { min, max, minLength, maxLength } }: Field): JsonSchema {
  const format = FORMATS[type]
  const known = {
    type: type === 'number' || type === 'range' ? 'number' : valueType, format, pattern, minimum: min, maximum: max, minLength, maxLength
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
