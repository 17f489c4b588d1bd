// Copies of the JSON schema of an object with other members.
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
