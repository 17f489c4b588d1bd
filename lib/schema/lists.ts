// Schemas of lists whose elements can be serialized one by one: with the same output, and without a search for their
// ends.
import { isObject, memberOf } from './json-schema.ts'
import { resolved, type SharedSchemas } from './references.ts'

const ANNOTATIONS = [
  '$schema', '$id', 'type', 'title', 'description', 'default', 'example', 'examples', 'nullable', 'deprecated',
  '$defs', 'definitions'
]

// Keywords that depend neither on other elements nor on their number.
const LIST_KEYWORDS = new Set([...ANNOTATIONS, 'items'])

// Keywords of an object that do not depend on the value of a single member.
const OBJECT_KEYWORDS = new Set([...ANNOTATIONS, 'properties', 'required', 'additionalProperties'])

/** Returns the schema of the elements of an array; null if they cannot be serialized one by one. */
export function plainElements (schema: unknown, shared: SharedSchemas): object | null {
  return elementsOf(withoutReference(schema, shared))
}

/** Returns the same of a list that is a member of an object. */
export function plainMember (schema: unknown, name: string, shared: SharedSchemas): object | null {
  const whole = withoutReference(schema, shared)
  if (!hasOnly(whole, 'object', OBJECT_KEYWORDS)) return null
  return elementsOf(resolved(memberOf(memberOf(whole, 'properties'), name), shared))
}

// Keywords beside a reference apply too.
function withoutReference (schema: unknown, shared: SharedSchemas): unknown {
  const whole = resolved(schema, shared)
  if (schema === whole || Object.keys(schema as object).length === 1) return whole
  return null
}

function elementsOf (schema: unknown): object | null {
  if (!hasOnly(schema, 'array', LIST_KEYWORDS)) return null
  const items = memberOf(schema, 'items')
  if (isObject(items) && !hasLocalReference(items)) return items
  return null
}

function hasOnly (schema: unknown, type: string, keywords: ReadonlySet<string>): boolean {
  return isObject(schema) && schema['type'] === type && Object.keys(schema).every(keyword => keywords.has(keyword))
}

// `#/definitions/…` refers to the schema of the whole list.
function hasLocalReference (schema: object): boolean {
  return JSON.stringify(schema)?.includes('"$ref":"#') !== false
}
