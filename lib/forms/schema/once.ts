import type { Reading, SchemaReader } from './schema-reader.ts'

/** A question about what schemas say of a value, which has one of some types where they name none themselves. */
export type Question<A> = (reader: SchemaReader, reading: Reading, types?: readonly string[]) => A

/**
 * Has a question worked out once for each reading, however many ways lead there.
 * @param circular the answer where a reading is met again within its own
 */
export function answeredOnce<A> (question: Question<A>, circular: A): Question<A> {
  const known = new WeakMap<Reading, Map<string | undefined, A>>()
  return (reader, reading, types) => {
    let answers = known.get(reading)
    if (answers === undefined) known.set(reading, answers = new Map())
    const key = types?.join()
    if (!answers.has(key)) {
      answers.set(key, circular)
      answers.set(key, question(reader, reading, types))
    }
    return answers.get(key)!
  }
}
