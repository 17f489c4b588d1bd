/** A JSON schema, or a part of an OpenAPI document. */
export type Schema = Record<string, unknown>

export type SchemaKind = 'object' | 'array' | 'anything' | 'other'

export function isSchemaObject (value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member that is an object; an empty object if it is absent. */
export function part (schema: unknown, name: string): Schema {
  const found = isSchemaObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined
  return isSchemaObject(found) ? found : {}
}

/** Returns a member that is an array; an empty array if it is absent. */
export function list (schema: Schema, name: string): unknown[] {
  const found = schema[name]
  return Array.isArray(found) ? found : []
}

export function arrayOf (items: Schema): Schema {
  return { type: 'array', items }
}

export function mapOf (values: Schema): Schema {
  return { type: 'object', additionalProperties: values }
}

const OBJECT_KEYWORDS = ['properties', 'additionalProperties', 'required', 'allOf', 'anyOf', 'oneOf']

export function schemaKind (schema: Schema): SchemaKind {
  const types = [schema['type'] ?? []].flat()
  if (types.includes('object')) return 'object'
  if (types.includes('array')) return 'array'
  if (types.length > 0) return 'other'
  return OBJECT_KEYWORDS.some(keyword => Object.hasOwn(schema, keyword)) ? 'object' : 'anything'
}

/** Whether a schema describes objects only, not null. */
export function isAlwaysObject (schema: Schema): boolean {
  return schema['type'] === 'object' && schema['nullable'] !== true
}

export function rejectsOtherMembers (schema: Schema): boolean {
  return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false
}

export function without (schema: Schema, ...names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))
}

/** Returns a copy that requires these members. Omits an empty list, which OpenAPI 3.0 does not allow. */
export function withRequired (schema: Schema, names: readonly unknown[]): Schema {
  const { required, ...others } = schema
  return names.length === 0 ? others : { ...others, required: [...new Set(names)] }
}
