// Response schemas of lists whose elements can be serialized one by one: with the same output, and without a search for their ends.

// Keywords that depend neither on other elements nor on their number.
const LIST_KEYWORDS = new Set([
  '$schema', '$id', 'type', 'items', 'title', 'description', 'default', 'example', 'examples', 'nullable', 'deprecated',
  '$defs', 'definitions'
])

// Keywords of an object that do not depend on the value of a single member.
const OBJECT_KEYWORDS = new Set([
  '$schema', '$id', 'type', 'properties', 'required', 'title', 'description', 'default', 'example', 'examples', 'nullable', 'deprecated',
  'additionalProperties', '$defs', 'definitions'
])

/** The schema of the elements of an array; null if they cannot be serialized one by one. */
export function plainElements (schema: unknown): object | null {
  if (!hasOnly(schema, 'array', LIST_KEYWORDS)) return null
  const { items } = schema as { items?: unknown }
  return typeof items === 'object' && items !== null && !Array.isArray(items) && !hasLocalReference(items) ? items : null
}

/** The schema of the elements of a list that is a member of an object; null if they cannot be serialized one by one. */
export function plainList (schema: unknown, name: string, resolve: (schema: unknown) => unknown): object | null {
  if (!hasOnly(schema, 'object', OBJECT_KEYWORDS)) return null
  const { properties } = schema as { properties?: Record<string, unknown> }
  return plainElements(resolve(properties?.[name]))
}

function hasOnly (schema: unknown, type: string, keywords: ReadonlySet<string>): schema is object {
  return typeof schema === 'object' && schema !== null && (schema as { type?: unknown }).type === type &&
    Object.keys(schema).every(keyword => keywords.has(keyword))
}

// `#/definitions/…` refers to the schema of the whole list.
function hasLocalReference (schema: object): boolean {
  return JSON.stringify(schema)?.includes('"$ref":"#') !== false
}
