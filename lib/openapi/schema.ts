/** A JSON schema, or a part of an OpenAPI document. */
export type Schema = Record<string, unknown>

/** What a schema lets through, as far as projection asks. */
export type SchemaKind = 'object' | 'array' | 'anything' | 'other'

export function isSchema (value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is an object; an empty one where it is not there. */
export function part (schema: unknown, name: string): Schema {
  const found = isSchema(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined
  return isSchema(found) ? found : {}
}

/** A member that is a list; an empty one where it is not there. */
export function list (schema: Schema, name: string): unknown[] {
  const found = schema[name]
  return Array.isArray(found) ? found : []
}

const OBJECT_KEYWORDS = ['properties', 'additionalProperties', 'required', 'allOf', 'anyOf', 'oneOf']

export function kindOf (schema: Schema): SchemaKind {
  const types = [schema['type'] ?? []].flat()
  if (types.includes('object')) return 'object'
  if (types.includes('array')) return 'array'
  if (types.length > 0) return 'other'
  return OBJECT_KEYWORDS.some(keyword => Object.hasOwn(schema, keyword)) ? 'object' : 'anything'
}

/** Whether nothing but objects fits. */
export function isAlwaysObject (schema: Schema): boolean {
  return schema['type'] === 'object' && schema['nullable'] !== true
}

/** Whether it refuses members that it does not name. */
export function isClosed (schema: Schema): boolean {
  return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false
}

/** A copy without members. */
export function without (schema: Schema, ...names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))
}

/** A copy that requires these members; OpenAPI 3.0 allows no empty list. */
export function withRequired (schema: Schema, names: readonly unknown[]): Schema {
  const { required, ...others } = schema
  return names.length === 0 ? others : { ...others, required: [...new Set(names)] }
}

/** A deep copy: a document is the app's to change, what the app declared is not. */
export function copyOf<T> (value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T
  return isSchema(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)])) as T : value
}
