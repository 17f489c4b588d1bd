// Computations that may wait. They run at once as far as they can: only what waits becomes asynchronous.
import { ignoreRejections, isPromise, UNBOUNDED, type Work } from './promises.ts'

/** Something that is evaluated for many values in one call. */
export interface Batch {
  /** Evaluates it for distinct values, and remembers the results. */
  evaluate (values: readonly unknown[], work: Work): Promise<void>
}

/** A value that a batch evaluates in its next call. */
interface Question {
  readonly batch: Batch
  readonly value: unknown
}

/** What a computation waits for: a promise, or until batches have evaluated values. */
export type Wait = Promise<unknown> | readonly Question[]

/** A computation that yields what it waits for, and gets what a promise is fulfilled with. */
export type Steps<V> = Generator<Wait, V, unknown>

/** A result that is not known yet. Its class distinguishes it from values of the app. */
export class Later<V> {
  readonly steps: Steps<V>

  constructor (steps: Steps<V>) {
    this.steps = steps
  }
}

/** A result, or a computation of it that may wait. Most results are known at once, and cost no computation. */
export type Eventual<V> = V | Later<V>

/** The result of a callback of the app. */
export function eventual<V> (value: V | Promise<V>): Eventual<V> {
  if (isPromise(value)) return new Later(awaited(value))
  return value
}

/** Continues with a result: at once if it is known. */
export function after<V, R> (result: Eventual<V>, next: (value: V) => Eventual<R>): Eventual<R> {
  if (result instanceof Later) return new Later(continued(result.steps, next))
  return next(result)
}

function * continued<V, R> (steps: Steps<V>, next: (value: V) => Eventual<R>): Steps<R> {
  return yield * computed(next(yield * steps))
}

/** Waits for a value if it is a promise. */
export function * awaited<V> (value: V | Promise<V>): Steps<V> {
  if (isPromise(value)) return (yield value) as V
  return value
}

/** Waits for a result that is not known yet. */
export function * computed<V> (result: Eventual<V>): Steps<V> {
  if (result instanceof Later) return yield * result.steps
  return result
}

/**
 * Runs a computation by itself. Returns a promise only if it waits.
 * @param check throws if the result is no longer needed, after each wait
 */
export function run<V> (steps: Steps<V>, check?: () => void): V | Promise<V> {
  const { done, value } = steps.next()
  if (done === true) return value
  return finish(steps, value, check)
}

async function finish<V> (steps: Steps<V>, wait: Wait, check?: () => void): Promise<V> {
  for (let next = wait; ;) {
    const { done, value } = await waitFor(next).then(result => {
      check?.()
      return steps.next(result)
    }, (error: unknown) => steps.throw(error))
    if (done === true) return value
    next = value
  }
}

async function waitFor (wait: Wait): Promise<unknown> {
  if (!isQuestions(wait)) return wait
  return Promise.all(wait.map(({ batch, value }) => batch.evaluate([value], UNBOUNDED)))
}

/** Whether a computation waits for batches. A thenable of the app may be an array. */
export function isQuestions (wait: Wait): wait is readonly Question[] {
  return Array.isArray(wait) && !isPromise(wait as unknown)
}

/**
 * Collects so many results, in their order. At most `limit` of them wait for promises at once;
 * what they ask batches is asked together.
 * @param start returns the result with an index, or computes it
 */
export function * together<V> (count: number, start: (index: number) => Eventual<V>, limit = Infinity): Steps<V[]> {
  const results = new Array<V>(count)
  let promised: Waiting<V, Promise<unknown>>[] = []
  let asking: Waiting<V, readonly Question[]>[] = []
  const advance = (index: number, steps: Steps<V>, input?: unknown) => {
    const { done, value } = steps.next(input)
    if (done === true) results[index] = value
    else if (isQuestions(value)) asking.push({ index, steps, wait: value })
    else {
      // Another result may throw before it is waited for.
      ignoreRejections(value)
      promised.push({ index, steps, wait: value })
    }
  }
  for (let next = 0; ;) {
    for (; next < count && promised.length < limit; next++) {
      const result = start(next)
      if (result instanceof Later) advance(next, result.steps)
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
