// @fastify/swagger converts the schemas in routes, but not those that a transform adds to the components.
// So these are converted here.
import { withSubschemas } from '../schema/copies.ts'
import { isObject, without } from '../schema/json-schema.ts'
import { referenceId } from '../schema/references.ts'
import type { Schema } from './schema.ts'

const COMPONENTS_POINTER = '#/components/schemas/'

// Keywords that @fastify/swagger moves or replaces by rules of its own.
const FOREIGN = ['$defs', 'definitions', 'patternProperties', 'contentEncoding', 'x-examples']

/**
 * Returns a schema in the form that components have, or null if only @fastify/swagger can convert it.
 * @param shared returns the pointer to the component of a shared schema, or null if it is not known
 */
export function finalSchema (
  schema: Schema, isVersion30: boolean, shared: (id: string) => string | null
): Schema | null {
  let failed = false
  const final = converted(schema)
  if (failed) return null
  return final

  function converted (schema: Schema): Schema {
    if (typeof schema['$ref'] === 'string') return { $ref: reference(schema) }
    failed ||= FOREIGN.some(keyword => Object.hasOwn(schema, keyword))
    const { const: only, ...others } = withSubschemas(without(schema, '$id', '$schema'), value =>
      isObject(value) ? converted(value) : value)
    return nullable(only === undefined ? others : { ...others, enum: [only] })
  }

  function reference (schema: Schema): string {
    const pointer = String(schema['$ref'])
    if (pointer.startsWith(COMPONENTS_POINTER)) return pointer
    const found = shared(referenceId(schema) ?? '')
    failed ||= found === null
    return found ?? pointer
  }

  // OpenAPI 3.0 has `nullable`, later versions have the type `null`.
  function nullable (schema: Schema): Schema {
    const { type } = schema
    if (isVersion30) {
      failed ||= type === 'null' || Array.isArray(type)
      return schema
    }
    const { nullable, ...others } = schema
    if (nullable === true && typeof type === 'string') others['type'] = [type, 'null']
    return others
  }
}
