// @fastify/swagger converts the schemas in routes, but not those that a transform adds to the components.
// So these are converted here.
import { referenceId } from '../schema/references.ts'
import { isSchemaObject, type Schema, without } from './schema.ts'

const COMPONENTS_POINTER = '#/components/schemas/'

// Keywords with data, not schemas.
const DATA = ['enum', 'required', 'default', 'example', 'examples']
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
  return failed ? null : final

  function converted (schema: Schema): Schema {
    if (typeof schema['$ref'] === 'string') return { $ref: reference(schema) }
    const entries = Object.entries(without(schema, '$id', '$schema'))
    return nullable(Object.fromEntries(entries.map(([keyword, value]) => entry(keyword, value))))
  }

  function entry (keyword: string, value: unknown): [string, unknown] {
    if (FOREIGN.includes(keyword)) failed = true
    if (keyword === 'const') return ['enum', [value]]
    if (DATA.includes(keyword)) return [keyword, value]
    if (keyword !== 'properties' || !isSchemaObject(value)) return [keyword, inner(value)]
    // Schemas by name: the names are no keywords.
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, inner(schema)]))]
  }

  function inner (value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inner)
    return isSchemaObject(value) ? converted(value) : value
  }

  function reference (schema: Schema): string {
    const pointer = String(schema['$ref'])
    if (pointer.startsWith(COMPONENTS_POINTER)) return pointer
    const id = referenceId(schema)
    const found = id === null ? null : shared(id)
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
    const others = without(schema, 'nullable')
    return schema['nullable'] === true && typeof type === 'string' ? { ...others, type: [type, 'null'] } : others
  }
}
