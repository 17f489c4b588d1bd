// Where schemas contain schemas, for those who write copies of them.
import { isObject, type JsonSchema } from './json-schema.ts'

// Keywords that contain values, which only look like schemas.
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples', 'required', 'type'])

// Keywords that contain schemas by name: the names are no keywords.
const MAPS: ReadonlySet<string> = new Set([
  'properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'
])

/**
 * Returns a copy of a schema with other subschemas.
 * @param replace is also called with what is no schema, such as the names in `dependencies`
 */
export function withSubschemas (schema: JsonSchema, replace: (subschema: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => {
    if (VALUES.has(keyword)) return [keyword, value]
    if (Array.isArray(value)) return [keyword, value.map(replace)]
    if (!isObject(value)) return [keyword, value]
    return [keyword, MAPS.has(keyword) ? mapMembers(value, replace) : replace(value)]
  }))
}

function mapMembers (schemas: JsonSchema, replace: (schema: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, replace(schema)]))
}
