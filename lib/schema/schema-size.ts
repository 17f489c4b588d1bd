import { isObject } from './json-schema.ts'
import { type LocatedSchema, SchemaDocuments, type SharedSchemas } from './references.ts'

// What they contain is data, or is counted where it is referred to.
const SKIPPED: ReadonlySet<string> =
  new Set(['definitions', '$defs', 'enum', 'const', 'default', 'examples', 'example'])

/**
 * Returns how many subschemas a schema has, with those that it refers to, each as often as it does: a bound of what one
 * value costs. Infinity for a schema that refers to itself, or to one that cannot be found.
 */
export function schemaSize (schema: unknown, shared: SharedSchemas): number {
  const documents = new SchemaDocuments(shared)
  return sizeOf(documents.add(schema), { documents, known: new Map() })
}

interface Count {
  readonly documents: SchemaDocuments
  /** Infinity for a schema that is being counted. */
  readonly known: Map<unknown, number>
}

function sizeOf (located: LocatedSchema, count: Count): number {
  const { schema } = located
  if (typeof schema !== 'object' || schema === null) return 1
  const known = count.known.get(schema)
  if (known !== undefined) return known
  count.known.set(schema, Infinity)
  let size = 1
  for (const [name, part] of Object.entries(schema)) size += partSize(name, part, located, count)
  count.known.set(schema, size)
  return size
}

function partSize (name: string, part: unknown, located: LocatedSchema, count: Count): number {
  if (typeof part === 'string' && name.endsWith('Ref')) return Infinity
  if (typeof part === 'string' && name === '$ref') {
    const target = count.documents.target(part, located)
    return target === null ? Infinity : sizeOf(target, count)
  }
  const isPart = (isObject(part) || Array.isArray(part)) && !SKIPPED.has(name)
  return isPart ? sizeOf(count.documents.child(part, located), count) : 0
}
