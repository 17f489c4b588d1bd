import { isObject, objectIn } from '../schema/json-schema.ts'

/** A JSON schema, or a part of an OpenAPI document. */
export type Schema = Record<string, unknown>

/** Returns a member that is an object; an empty object if it is absent. */
export function part (schema: unknown, name: string): Schema {
  return isObject(schema) && Object.hasOwn(schema, name) ? objectIn(schema[name]) : {}
}

export function arrayOf (items: Schema): Schema {
  return { type: 'array', items }
}

export function mapOf (values: Schema): Schema {
  return { type: 'object', additionalProperties: values }
}

/** Returns the schema of an object; without an empty `required`, which OpenAPI 3.0 does not allow. */
export function objectOf (required: readonly string[], properties: Schema, annotations: Schema = {}): Schema {
  return { type: 'object', ...annotations, ...(required.length > 0 && { required: [...required] }), properties }
}
