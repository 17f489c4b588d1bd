/** Whether a callback's answer has to be waited for. */
export function isPromise<V> (value: V | Promise<V>): value is Promise<V> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Applies `next` now where there is nothing to wait for. */
export function chain<V, W> (value: V | Promise<V>, next: (value: V) => W | Promise<W>): W | Promise<W> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Collects `count` results: an array, or a promise of one as soon as a single result is a promise. */
export function gather<V> (count: number, produce: (index: number) => V | Promise<V>): V[] | Promise<V[]> {
  const results = new Array<V | Promise<V>>(count)
  for (let index = 0; index < count; index++) {
    const result = results[index] = produce(index)
    if (isPromise(result)) return gatherRest(results, index, produce)
  }
  return results as V[]
}

/** Collects the results after the first that has to be waited for. All are begun before anything is waited for. */
export function gatherRest<V> (results: (V | Promise<V>)[], first: number, produce: (index: number) => V | Promise<V>): Promise<V[]> {
  try {
    for (let index = first + 1; index < results.length; index++) results[index] = produce(index)
  } catch (error) {
    // What was begun must not reject with nobody listening.
    Promise.allSettled(results)
    throw error
  }
  return Promise.all(results)
}
