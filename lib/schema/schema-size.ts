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
  // Infinity for a schema that is being counted.
  const known = new Map<unknown, number>()
  return sizeOf(documents.add(schema))

  function sizeOf (located: LocatedSchema): number {
    const { schema } = located
    if (typeof schema !== 'object' || schema === null) return 1
    const counted = known.get(schema)
    if (counted !== undefined) return counted
    known.set(schema, Infinity)
    let size = 1
    for (const [name, part] of Object.entries(schema)) size += partSize(name, part, located)
    known.set(schema, size)
    return size
  }

  function partSize (name: string, part: unknown, located: LocatedSchema): number {
    if (typeof part === 'string' && name.endsWith('Ref')) return Infinity
    if (typeof part === 'string' && name === '$ref') {
      const target = documents.target(part, located)
      return target === null ? Infinity : sizeOf(target)
    }
    if (typeof part !== 'object' || part === null || SKIPPED.has(name)) return 0
    return sizeOf(documents.child(part, located))
  }
}
