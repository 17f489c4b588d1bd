// The schema of an input as the form of a representation describes it.
import type { Field } from '../hypermedia/form.ts'
import { propertiesOf, propertyOf } from '../lib/schema/declared.ts'
import { isObject, type JsonSchema } from '../lib/schema/json-schema.ts'
import { withoutDefaults } from '../lib/schema/objects.ts'
import { SchemaDocuments } from '../lib/schema/references.ts'

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
  const properties = propertiesOf(schema) ?? {}
  const values = fields.flatMap((field): [string, unknown][] => {
    const [own, value] = [properties[field.name], typedValue(field, schema)]
    return Object.hasOwn(properties, field.name) && isObject(own) && value !== undefined
      ? [[field.name, { ...own, default: value }]]
      : []
  })
  return values.length === 0
    ? schema
    : withoutDefaults({ ...schema, properties: { ...properties, ...Object.fromEntries(values) } })
}

/**
 * Returns the names that the schema of a query does not have; none if it allows any. An API ignores them, and responds
 * with more than was searched for.
 */
export function unknownParameters (names: readonly string[], schema: JsonSchema): string[] {
  const { properties, patternProperties, additionalProperties = false } = schema
  if (!isObject(properties) || patternProperties !== undefined || additionalProperties !== false) return []
  const isKnown = (name: string) => Object.hasOwn(properties, name)
  return names.filter(name => !isKnown(name) && !isKnown(name.split(/[.[]/, 1)[0]!))
}

/**
 * Returns the value that a form contains for a field, with the type of its schema; undefined for none.
 * @param input the schema of the whole input
 */
export function typedValue (field: Field, input: JsonSchema): unknown {
  const own = propertyOf(input, field.name)
  const value = initialValue(field)
  if (own === undefined || value === undefined) return value
  const documents = new SchemaDocuments(() => undefined)
  const root = documents.add(input)
  const resolve: Resolve = reference => documents.target(reference, root)?.schema
  return convert(value, partsOf(own, resolve), resolve)
}

/** Returns the schema that a reference in an input resolves to. */
type Resolve = (reference: string) => unknown

// Forms contain strings. A string that the schema does not describe is no value.
function convert (value: unknown, parts: readonly JsonSchema[], resolve: Resolve): unknown {
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items }) => partsOf(items, resolve))
    const values = value.map(one => convert(one, items, resolve))
    return values.includes(undefined) ? undefined : values
  }
  const choices = parts.flatMap(part => ('const' in part ? [part['const']] : part['enum']) ?? [])
  if (choices.length > 0) return choices.find(choice => String(choice) === String(value))
  const types = parts.flatMap(({ type }) => type)
  if (typeof value !== 'string' || types.includes('string') || types.every(type => type === undefined)) return value
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  const isNumber = (types.includes('number') || types.includes('integer')) && Number.isFinite(Number(value))
  return isNumber ? Number(value) : undefined
}

const COMBINED = ['allOf', 'anyOf', 'oneOf']

/** Returns a schema and the schemas that it is combined of. */
function partsOf (schema: unknown, resolve: Resolve): JsonSchema[] {
  const parts = [schema]
  // A schema may refer to itself.
  for (const part of parts) {
    if (!isObject(part)) continue
    const { $ref } = part
    const referred = typeof $ref === 'string' ? [resolve($ref)] : []
    const inner = [...referred, ...COMBINED.flatMap(keyword => part[keyword] ?? [])]
    parts.push(...inner.filter(one => !parts.includes(one)))
  }
  return parts.filter(isObject)
}

function initialValue ({ type, value, valueType, choices }: Field): unknown {
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
