import { isObject } from '../schema/json-schema.ts'

/** A JSON schema, or a part of an OpenAPI document. */
export type Schema = Record<string, unknown>

export type SchemaKind = 'object' | 'array' | 'anything' | 'other'

/** Returns a member that is an object; an empty object if it is absent. */
export function part (schema: unknown, name: string): Schema {
  const found = isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined
  return isObject(found) ? found : {}
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
