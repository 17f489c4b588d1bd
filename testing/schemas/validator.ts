import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** Returns the first violation of a schema, `/total must be number`, or null. It does not contain values. */
export type FindViolation = (value: unknown) => string | null

/**
 * Compiles a schema with those that it may reference. Returns null if it cannot be compiled: Fastify, which compiles it
 * with the settings of the app, reports what is wrong with it.
 */
export function compileSchema (schema: object, shared: Iterable<object> = []): FindViolation | null {
  const ajv = new Ajv({ strict: false, logger: false })
  addFormats.default(ajv)
  let validate: ValidateFunction
  try {
    for (const other of shared) ajv.addSchema(other as AnySchema)
    validate = ajv.compile(schema as AnySchema)
  } catch {
    return null
  }
  return value => {
    if (validate(value)) return null
    const { instancePath, message = 'is not valid' } = validate.errors![0]!
    return `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'the document'} ${message}`
  }
}
