// Copies of JSON schemas with other members or other subschemas.
import { propertiesOf } from './declared.ts'
import { isObject, type JsonSchema, listOf, memberOf, without } from './json-schema.ts'

/** Returns a copy that requires these members. Omits an empty list, which OpenAPI 3.0 does not allow. */
export function withRequired (schema: JsonSchema, names: readonly unknown[]): Record<string, unknown> {
  const others = without(schema, 'required')
  return names.length === 0 ? others : { ...others, required: [...new Set(names)] }
}

/** Returns a copy without some of the members. */
export function withoutMembers (schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema
  const properties = without(propertiesOf(schema) ?? {}, ...names)
  const required = listOf(schema['required']).filter(name => !names.includes(String(name)))
  return withRequired({ ...without(schema, 'properties'), properties }, required)
}

/**
 * Returns a schema that does not require members with a default, in its parts neither: a validator adds them before it
 * validates the input.
 */
export function withoutDefaults (schema: JsonSchema): JsonSchema {
  const names = new Set(namesWithDefault(schema))
  return names.size === 0 ? schema : withoutRequired(schema, names)
}

function namesWithDefault (schema: JsonSchema): string[] {
  const own = Object.entries(propertiesOf(schema) ?? {})
    .filter(([, property]) => memberOf(property, 'default') !== undefined)
  return [...own.map(([name]) => name), ...listOf(schema['allOf']).filter(isObject).flatMap(namesWithDefault)]
}

function withoutRequired (schema: JsonSchema, names: ReadonlySet<unknown>): JsonSchema {
  const required = listOf(schema['required'])
  const others = required.filter(name => !names.has(name))
  const own = others.length === required.length ? schema : withRequired(schema, others)
  const parts = listOf(schema['allOf'])
  if (parts.length === 0) return own
  return { ...own, allOf: parts.map(part => isObject(part) ? withoutRequired(part, names) : part) }
}

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
