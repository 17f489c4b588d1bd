import { isZod, isZodScalar, zodAlternatives, zodId, zodMeta } from './zod.ts'

/** Returns the identifier of a schema: `$id`, or the `id` in the metadata of a Zod schema; null if it has none. */
export function schemaId (schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const id: unknown = (schema as { $id?: unknown }).$id ?? zodId(schema)
  return typeof id === 'string' ? withoutFragment(id) : null
}

/**
 * Returns the identifier in a reference to a whole shared schema: `order` for `order` and `order#`;
 * null for a part of one.
 */
export function referenceId (schema: unknown): string | null {
  const reference: unknown =
    typeof schema === 'object' && schema !== null ? (schema as { $ref?: unknown }).$ref : undefined
  return typeof reference === 'string' && !/#./.test(reference) && reference !== '#' ? withoutFragment(reference) : null
}

export function withoutFragment (id: string): string {
  return id.endsWith('#') ? id.slice(0, -1) : id
}

// Keywords that describe an object, a list or a union. A schema has one of them.
const KEYWORDS = ['type', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref']

/** Returns true for an object that can be a JSON schema, and for Zod schemas. */
export function isSchema (value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) &&
    (isZod(value) || KEYWORDS.some(keyword => Object.hasOwn(value, keyword)))
}

/** Returns the title of a schema, or null. */
export function schemaTitle (schema: object): string | null {
  const { title } = isZod(schema) ? zodMeta(schema) : schema as { title?: unknown }
  return typeof title === 'string' && title !== '' ? title : null
}

/** Returns the object that shallow copies of a JSON schema share; null if there is none. */
export function sharedPart (schema: object): object | null {
  const { properties, allOf, anyOf, oneOf } = schema as Record<string, unknown>
  return [properties, allOf, anyOf, oneOf]
    .find(part => typeof part === 'object' && part !== null) as object | undefined ?? null
}

const OBJECT_TYPES: readonly unknown[] = ['object', 'array']

/**
 * Returns true for a schema of values that are neither objects nor lists.
 * A schema without a type describes values of any type.
 */
export function isScalarSchema (schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (isZod(schema)) return isZodScalar(schema)
  const { type, const: value, enum: values = [] } = schema as { type?: unknown, const?: unknown, enum?: unknown }
  if (type !== undefined) return [type].flat().length > 0 && ![type].flat().some(type => OBJECT_TYPES.includes(type))
  const allowed = value === undefined ? [values].flat() : [value]
  return allowed.length > 0 && allowed.every(value => typeof value !== 'object' || value === null)
}

/** Returns the schemas that a union consists of, or the one in a wrapper or a copy of Zod; empty for other schemas. */
export function alternatives (schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (isZod(schema)) return zodAlternatives(schema)
  const { anyOf, oneOf, allOf } = schema as Record<string, unknown>
  const union = anyOf ?? oneOf ?? allOf
  return Array.isArray(union) && (union !== allOf || union.length === 1) ? union : []
}
