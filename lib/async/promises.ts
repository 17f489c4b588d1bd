/** Whether a callback's answer has to be waited for. */
export function isPromise<V> (value: V | Promise<V>): value is Promise<V> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Applies `next` now where there is nothing to wait for. */
export function chain<V, W> (value: V | Promise<V>, next: (value: V) => W | Promise<W>): W | Promise<W> {
  // The `then` of a thenable need not return anything.
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value)
}

/** A value, with the elements of an array awaited where some are promises: they run already, so that each needs a handler now. */
export function awaitElements (value: unknown): unknown {
  return Array.isArray(value) && value.some(isPromise) ? Promise.all(value) : value
}

/** Whether a callback that must be synchronous returned a promise. Its rejection is handled here, so that it cannot end the process. */
export function isUnwanted (value: unknown): boolean {
  if (!isPromise(value)) return false
  Promise.resolve(value).catch(() => {})
  return true
}

/** What bounds asynchronous work. */
export interface Work {
  /** How many results may be waited for at once. */
  readonly limit: number
  /** Throws where nobody waits for the results any more. */
  throwIfAborted (): void
}

const UNBOUNDED: Work = Object.freeze({ limit: Infinity, throwIfAborted () {} })

/** Produces one result of several. */
type Produce<V> = (index: number) => V | Promise<V>

/**
 * Collects `count` results: an array, or a promise of one as soon as a single result is a promise.
 * Then at most `limit` results are waited for at once, and the others are produced as earlier ones settle.
 */
export function gather<V> (count: number, produce: Produce<V>, work?: Work): V[] | Promise<V[]> {
  const results = new Array<V | Promise<V>>(count)
  for (let index = 0; index < count; index++) {
    const result = results[index] = produce(index)
    if (isPromise(result)) return gatherRest(results, index, produce, work)
  }
  return results as V[]
}

/** Collects the results after the first that has to be waited for. After a failure no further result is produced. */
export function gatherRest<V> (results: (V | Promise<V>)[], first: number, produce: Produce<V>, work: Work = UNBOUNDED): Promise<V[]> {
  return new Promise((resolve, reject) => new Gathering(results, first, produce, work, resolve, reject).start())
}

class Gathering<V> {
  readonly #results: (V | Promise<V>)[]
  readonly #produce: Produce<V>
  readonly #work: Work
  readonly #resolve: (results: V[]) => void
  readonly #reject: (error: unknown) => void
  #next: number
  #pending = 0

  constructor (
    results: (V | Promise<V>)[],
    first: number,
    produce: Produce<V>,
    work: Work,
    resolve: (results: V[]) => void,
    reject: (error: unknown) => void
  ) {
    this.#results = results
    this.#next = first
    this.#produce = produce
    this.#work = work
    this.#resolve = resolve
    this.#reject = reject
  }

  start (): void {
    this.#await(this.#next, this.#results[this.#next++] as Promise<V>)
    this.#goOn()
  }

  #goOn (): void {
    const results = this.#results
    try {
      if (this.#next < results.length) this.#work.throwIfAborted()
      while (this.#next < results.length && this.#pending < this.#work.limit) {
        const index = this.#next++
        const result = results[index] = this.#produce(index)
        if (isPromise(result)) this.#await(index, result)
      }
    } catch (error) {
      this.#fail(error)
    }
    if (this.#pending === 0 && this.#next === results.length) this.#resolve(results as V[])
  }

  // Each promise has its handlers as soon as it exists, so that none rejects unhandled.
  #await (index: number, result: Promise<V>): void {
    this.#pending++
    Promise.resolve(result).then(value => {
      this.#results[index] = value
      this.#pending--
      this.#goOn()
    }, error => this.#fail(error))
  }

  // A promise is settled once: what comes after the first failure changes nothing.
  #fail (error: unknown): void {
    this.#next = Infinity
    this.#reject(error)
  }
}
