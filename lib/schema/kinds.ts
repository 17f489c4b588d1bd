// Which values a JSON schema allows, by its own keywords: without what it refers to, or is combined of.
import { type JsonSchema, without } from './json-schema.ts'

type SchemaKind = 'object' | 'array' | 'anything' | 'other'

const OBJECT_KEYWORDS = ['properties', 'additionalProperties', 'required', 'allOf', 'anyOf', 'oneOf']
const CLOSING = ['additionalProperties', 'unevaluatedProperties']

export function schemaKind (schema: JsonSchema): SchemaKind {
  const types = [schema['type'] ?? []].flat()
  if (types.includes('object')) return 'object'
  if (types.includes('array')) return 'array'
  if (types.length > 0) return 'other'
  return OBJECT_KEYWORDS.some(keyword => Object.hasOwn(schema, keyword)) ? 'object' : 'anything'
}

/** Whether all values are objects, and none is null. */
export function isAlwaysObject ({ type, nullable }: JsonSchema): boolean {
  return type === 'object' && nullable !== true
}

export function mayBeNull ({ type, nullable }: JsonSchema): boolean {
  return nullable === true || [type].flat().includes('null')
}

/** Whether an object has no members that the schema does not name. */
export function isClosed (schema: JsonSchema): boolean {
  return CLOSING.some(keyword => schema[keyword] === false)
}

/** Returns a copy that allows other members. */
export function opened (schema: JsonSchema): Record<string, unknown> {
  return without(schema, ...CLOSING)
}
