import type { Turns } from './turns.ts'

/** Returns whether a value is a promise or another thenable. */
export function isPromise<V> (value: V | Promise<V>): value is Promise<V> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Calls `next` with a value: at once, or when it is a promise, once it is fulfilled. */
export function chain<V, W> (value: V | Promise<V>, next: (value: V) => W | Promise<W>): W | Promise<W> {
  // The `then` of a thenable need not return anything.
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Returns a value; if it is an array with promises, a promise of all elements. Each promise has a handler at once. */
export function awaitElements (value: unknown): unknown {
  return Array.isArray(value) && value.some(isPromise) ? Promise.all(value) : value
}

/** Returns whether a callback that must be synchronous returned a promise. Its rejection is ignored, so that it cannot end the process. */
export function isUnwanted (value: unknown): boolean {
  if (!isPromise(value)) return false
  Promise.resolve(value).catch(() => {})
  return true
}

/** Ignores the rejection of a promise that is not used, or of each in an array or in its arrays, so that none can end the process. */
export function ignoreRejections (value: unknown): void {
  for (const element of [value].flat(2)) isUnwanted(element)
}

/**
 * Returns the results of a callback of many values; a promise if one of them is. A result may be an array with promises, which is used
 * later: each of them has a handler at once.
 */
export function awaitValues (values: readonly unknown[]): readonly unknown[] | Promise<readonly unknown[]> {
  if (!values.some(value => isPromise(value) || Array.isArray(value))) return values
  return awaitElements(values.map(value => chain(value, handled))) as readonly unknown[] | Promise<readonly unknown[]>
}

function handled (value: unknown): unknown {
  if (Array.isArray(value)) ignoreRejections(value)
  return value
}

/** The bounds of asynchronous work. */
export interface Work {
  /** How many results may be pending at once. */
  readonly limit: number
  /** Null if the work is never interrupted for other requests. */
  readonly turns: Turns | null
  /** Whether nothing depends on results at once: something waited before, or the work yields. */
  readonly isInterruptible: boolean
  /** Throws if the results are no longer needed. */
  throwIfAborted (): void
}

/** Work that nothing bounds or interrupts. */
export const UNBOUNDED: Work = Object.freeze({ limit: Infinity, turns: null, isInterruptible: false, throwIfAborted () {} })

// Of what takes less than a microsecond.
const PART = 16

/** Visits so many indexes, which takes little time for each: at once, or in turns if there are more than `limit`. */
export function each (count: number, visit: (index: number) => void, work: Work): void | Promise<void> {
  const visitPart = (begin: number, end: number) => { for (let index = begin; index < end; index++) visit(index) }
  if (work.turns !== null && count > work.limit) return work.turns.run(count, PART, visitPart, () => work.throwIfAborted())
  visitPart(0, count)
}

/** Returns the result with an index. */
type Produce<V> = (index: number) => V | Promise<V>

/**
 * Collects `count` results: an array, or a promise of one as soon as a single result is a promise, or if there are more than `limit` and
 * the work is interruptible. Then at most `limit` results are pending at once, the others are produced as earlier ones settle, and other
 * requests have their turns.
 */
export function gather<V> (count: number, produce: Produce<V>, work?: Work): V[] | Promise<V[]> {
  const results = new Array<V | Promise<V>>(count)
  if (work?.isInterruptible === true && count > work.limit) return gatherInTurns(results, produce, work)
  for (let index = 0; index < count; index++) {
    const result = results[index] = produce(index)
    if (isPromise(result)) return gatherFrom(results, index, produce, work)
  }
  return results as V[]
}

/** Collects the results from the first promise on. After a rejection no further result is produced. */
export function gatherFrom<V> (results: (V | Promise<V>)[], first: number, produce: Produce<V>, work: Work = UNBOUNDED): Promise<V[]> {
  return new Promise((resolve, reject) => new Gathering(results, first, produce, work, resolve, reject).start())
}

function gatherInTurns<V> (results: (V | Promise<V>)[], produce: Produce<V>, work: Work): Promise<V[]> {
  return new Promise((resolve, reject) => new Gathering(results, 0, produce, work, resolve, reject).continue())
}

class Gathering<V> {
  readonly #results: (V | Promise<V>)[]
  readonly #produce: Produce<V>
  readonly #work: Work
  readonly #resolve: (results: V[]) => void
  readonly #reject: (error: unknown) => void
  #next: number
  #pending = 0
  #isInterrupted = false

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
    this.continue()
  }

  /** Produces results until so many are pending, or other requests have their turn. */
  continue (): void {
    if (this.#isInterrupted) return
    const results = this.#results
    // What may be pending at once is produced at once.
    const turns = results.length > this.#work.limit ? this.#work.turns : null
    try {
      if (this.#next < results.length) this.#work.throwIfAborted()
      while (this.#next < results.length && this.#pending < this.#work.limit) {
        if (turns?.areOver() === true) return this.#interrupt(turns)
        const index = this.#next++
        const result = results[index] = this.#produce(index)
        if (isPromise(result)) this.#await(index, result)
      }
    } catch (error) {
      this.#fail(error)
    }
    if (this.#pending === 0 && this.#next === results.length) this.#resolve(results as V[])
  }

  #interrupt (turns: Turns): void {
    this.#isInterrupted = true
    turns.next(() => {
      this.#isInterrupted = false
      this.continue()
    })
  }

  // Each promise has its handlers as soon as it exists, so that none rejects unhandled.
  #await (index: number, result: Promise<V>): void {
    this.#pending++
    Promise.resolve(result).then(value => {
      this.#results[index] = value
      this.#pending--
      this.continue()
    }, error => this.#fail(error))
  }

  // A promise settles once: later failures change nothing.
  #fail (error: unknown): void {
    this.#next = Infinity
    this.#reject(error)
  }
}
