// Computations that may wait. They run at once as far as they can: only what waits becomes asynchronous.
import { isPromise, UNBOUNDED, type Work } from './promises.ts'

/** Something that is evaluated for many values in one call. */
export interface Batch {
  /** Evaluates it for distinct values, and remembers the results. */
  evaluate (values: readonly unknown[], work: Work): Promise<void>
}

/** A value that a batch evaluates in its next call. */
export interface Question {
  readonly batch: Batch
  readonly value: unknown
}

/** What a computation waits for: a promise, or until batches have evaluated values. */
export type Wait = Promise<unknown> | readonly Question[]

/** A computation that yields what it waits for, and gets what a promise is fulfilled with. */
export type Steps<V> = Generator<Wait, V, unknown>

/** Whether a result is a computation. Only of results that are no values of the app. */
export function isSteps<V> (result: V | Steps<V>): result is Steps<V> {
  return typeof result === 'object' && result !== null && 'next' in result
}

/** Waits for a value if it is a promise. */
export function * awaited<V> (value: V | Promise<V>): Steps<V> {
  return isPromise(value) ? (yield value) as V : value
}

/** Waits for a result if it is computed. */
export function * computed<V> (result: V | Steps<V>): Steps<V> {
  return isSteps(result) ? yield * result : result
}

/**
 * Runs a computation by itself. Returns a promise only if it waits.
 * @param check throws if the result is no longer needed, after each wait
 */
export function run<V> (steps: Steps<V>, check?: () => void): V | Promise<V> {
  const { done, value } = steps.next()
  return done === true ? value : finish(steps, value, check)
}

async function finish<V> (steps: Steps<V>, wait: Wait, check?: () => void): Promise<V> {
  for (let pending = wait; ;) {
    const { done, value } = await settle(pending).then(result => {
      check?.()
      return steps.next(result)
    }, (error: unknown) => steps.throw(error))
    if (done === true) return value
    pending = value
  }
}

async function settle (wait: Wait): Promise<unknown> {
  return isQuestions(wait) ? Promise.all(wait.map(({ batch, value }) => batch.evaluate([value], UNBOUNDED))) : wait
}

/** Whether a computation waits for batches. A thenable of the app may be an array. */
export function isQuestions (wait: Wait): wait is readonly Question[] {
  return Array.isArray(wait) && !isPromise(wait as unknown)
}

/**
 * Collects so many results, in their order. At most `limit` of them wait for promises at once; what they ask batches is asked together.
 * @param start returns the result with an index, or computes it
 */
export function * together<V> (count: number, start: (index: number) => V | Steps<V>, limit = Infinity): Steps<V[]> {
  const results = new Array<V>(count)
  let promised: Waiting<V, Promise<unknown>>[] = []
  let asking: Waiting<V, readonly Question[]>[] = []
  const advance = (index: number, steps: Steps<V>, input?: unknown) => {
    const { done, value } = steps.next(input)
    if (done === true) results[index] = value
    else if (isQuestions(value)) asking.push({ index, steps, wait: value })
    else promised.push({ index, steps, wait: value })
  }
  for (let next = 0; ;) {
    for (; next < count && promised.length < limit; next++) {
      const result = start(next)
      if (isSteps(result)) advance(next, result)
      else results[next] = result
    }
    if (promised.length > 0) {
      const waited = promised
      promised = []
      const values = (yield Promise.all(waited.map(({ wait }) => wait))) as unknown[]
      waited.forEach(({ index, steps }, position) => { advance(index, steps, values[position]) })
    } else if (asking.length > 0) {
      const waited = asking
      asking = []
      yield waited.flatMap(({ wait }) => wait)
      for (const { index, steps } of waited) advance(index, steps)
    } else if (next === count) {
      return results
    }
  }
}

interface Waiting<V, W> {
  readonly index: number
  readonly steps: Steps<V>
  readonly wait: W
}
