import { isPromise, type Work } from '../async/promises.ts'
import type { Batch } from './batch.ts'

/** Work that may wait for batches, for one batch or several at a time. */
type Task = () => unknown

interface Collected {
  readonly value: unknown
  /** The position of its resource. */
  readonly order: number
}

/**
 * Runs the tasks of resources that are known together, in rounds. A round ends when each task waits for a batch, or has finished; then
 * each batch is evaluated once, for the values that all tasks need. At most `work.limit` tasks have other asynchronous work at once.
 */
export class Rounds {
  readonly #work: Work
  readonly #order: ReadonlyMap<unknown, number>
  readonly #queue: (() => void)[] = []
  #next = 0
  /** Tasks that have neither finished nor wait for a batch. */
  #running = 0
  #unfinished = 0
  #collected = new Map<Batch, Collected[]>()
  #waiting: (() => void)[] = []
  #isBusy = false
  #isScheduled = false
  #hasFailed = false
  #resolve!: () => void
  #reject!: (error: unknown) => void

  /** @param resources in the order in which batches get them */
  constructor (work: Work, resources: readonly unknown[]) {
    this.#work = work
    // A resource with two configurations is there twice: its first position counts.
    this.#order = new Map(resources.map((resource, index) => [resource, index] as const).toReversed())
  }

  /** Runs tasks, in their order. Rejects with the first error; then no further task is started or continued. */
  run (tasks: readonly Task[]): Promise<void> {
    this.#unfinished = tasks.length
    for (const task of tasks) this.#queue.push(() => this.#start(task))
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#continue()
    })
  }

  /** Waits in a task until batches were evaluated for values of a resource. */
  evaluated (values: readonly (readonly [batch: Batch, value: unknown])[], resource: unknown): Promise<void> {
    const order = this.#order.get(resource)!
    for (const [batch, value] of values) {
      const collected = this.#collected.get(batch)
      if (collected === undefined) this.#collected.set(batch, [{ value, order }])
      else collected.push({ value, order })
    }
    this.#release()
    return new Promise(resolve => { this.#waiting.push(resolve) })
  }

  #start (task: Task): void {
    this.#running++
    const result = task()
    const finish = () => {
      this.#unfinished--
      this.#release()
    }
    if (isPromise(result)) Promise.resolve(result).then(finish, error => this.#fail(error))
    else finish()
  }

  // Not at once: a task may have been started by the loop, and another one must not start on its stack.
  #release (): void {
    this.#running--
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#continue()
    })
  }

  #continue (): void {
    if (this.#hasFailed || this.#isBusy) return
    try {
      while (this.#next < this.#queue.length && this.#running < this.#work.limit) this.#queue[this.#next++]!()
      if (this.#running > 0 || this.#next < this.#queue.length) return
      if (this.#unfinished === 0) return this.#resolve()
      this.#work.throwIfAborted()
      this.#evaluate()
    } catch (error) {
      this.#fail(error)
    }
  }

  #evaluate (): void {
    const collected = [...this.#collected]
    const waiting = this.#waiting
    this.#collected = new Map()
    this.#waiting = []
    this.#isBusy = true
    Promise.all(collected.map(async ([batch, values]) => batch.evaluate(inOrder(values)))).then(() => {
      this.#isBusy = false
      for (const resume of waiting) this.#queue.push(() => this.#resume(resume))
      this.#continue()
    }, error => this.#fail(error))
  }

  #resume (resume: () => void): void {
    this.#running++
    resume()
  }

  // A promise settles once: later failures change nothing.
  #fail (error: unknown): void {
    this.#hasFailed = true
    this.#reject(error)
  }
}

function inOrder (collected: readonly Collected[]): readonly unknown[] {
  return [...new Set(collected.toSorted((one, other) => one.order - other.order).map(({ value }) => value))]
}
