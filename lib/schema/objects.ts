// Copies of the JSON schema of an object with other members.
import { propertiesOf } from './declared.ts'
import { type JsonSchema, listOf, memberOf, without } from './json-schema.ts'

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

/** Returns a schema that does not require members with a default, which are added before the input is validated. */
export function withoutDefaults (schema: JsonSchema): JsonSchema {
  const properties = propertiesOf(schema) ?? {}
  const required = listOf(schema['required'])
  const others = required.filter(name => memberOf(properties[String(name)], 'default') === undefined)
  return others.length === required.length ? schema : withRequired(schema, others)
}
