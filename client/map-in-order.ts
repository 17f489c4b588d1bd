const MOST_AT_ONCE = 6

/**
 * Returns the results for all elements in their order; at most six are awaited at the same time,
 * as browsers connect to one origin.
 */
export async function mapInOrder<V, R> (elements: readonly V[], make: (element: V) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const entries = elements.entries()
  const work = async () => {
    for (const [index, element] of entries) results[index] = await make(element)
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work))
  return results
}
