/** A JSON schema, or a part of an OpenAPI document. */
export type Schema = Record<string, unknown>

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
