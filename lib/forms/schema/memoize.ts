import type { Reading, SchemaReader } from './schema-reader.ts'

/** A function of a reading. `types` are the types inherited from the enclosing schema, for schemas without a `type`. */
export type ReadingFunction<R> = (reader: SchemaReader, reading: Reading, types?: readonly string[]) => R

/**
 * Returns a function that runs once for each reading and types.
 * @param circular the result for a reading that is reached again while its own result is computed
 */
export function memoize<R> (compute: ReadingFunction<R>, circular: R): ReadingFunction<R> {
  const results = new WeakMap<Reading, Map<string | undefined, R>>()
  return (reader, reading, types) => {
    let byTypes = results.get(reading)
    if (byTypes === undefined) results.set(reading, byTypes = new Map())
    const key = types?.join()
    if (!byTypes.has(key)) {
      byTypes.set(key, circular)
      byTypes.set(key, compute(reader, reading, types))
    }
    return byTypes.get(key)!
  }
}
