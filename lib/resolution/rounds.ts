import { isPromise, type Work } from '../async/promises.ts'
import type { Turns } from '../async/turns.ts'
import type { Batch } from './batch.ts'

/** Starts the work with an index, which may wait for batches, for one batch or several at a time. */
type Start = (index: number) => unknown

interface Collected {
  readonly value: unknown
  /** The position of its resource. */
  readonly order: number
}

/**
 * Runs the tasks of resources that are known together, in rounds. A round ends when each task waits for a batch, or has finished; then
 * each batch is evaluated once, for the values that all tasks need. At most `work.limit` tasks have other asynchronous work at once, and
 * other requests have their turns between tasks.
 */
export class Rounds {
  readonly #work: Work
  readonly #order: ReadonlyMap<unknown, number>
  #begin!: Start
  #count = 0
  /** Tasks that were started. */
  #started = 0
  /** Tasks whose batches were evaluated; they continue in their order. */
  #evaluated: (() => void)[] = []
  #resumed = 0
  /** Tasks that have neither finished nor wait for a batch. */
  #running = 0
  #unfinished = 0
  #collected = new Map<Batch, Collected[]>()
  #waiting: (() => void)[] = []
  /** While batches are evaluated, and while other requests have their turn. */
  #isBusy = false
  #isScheduled = false
  #hasFailed = false
  #resolve!: () => void
  #reject!: (error: unknown) => void

  /** @param resources in the order in which batches get them */
  constructor (work: Work, resources: readonly unknown[]) {
    this.#work = work
    // A resource with two configurations is there twice: its first position counts.
    const order = new Map<unknown, number>()
    resources.forEach((resource, index) => { if (!order.has(resource)) order.set(resource, index) })
    this.#order = order
  }

  /** Runs so many tasks, in their order. Rejects with the first error; then no further task is started or continued. */
  run (count: number, begin: Start): Promise<void> {
    this.#begin = begin
    this.#unfinished = this.#count = count
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

  #start (index: number): void {
    this.#running++
    const result = this.#begin(index)
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
      while (this.#hasNext && this.#running < this.#work.limit) {
        if (this.#work.turns?.areOver() === true) return this.#interrupt(this.#work.turns)
        this.#runNext()
      }
      if (this.#running > 0 || this.#hasNext) return
      if (this.#unfinished === 0) return this.#resolve()
      this.#work.throwIfAborted()
      this.#evaluate()
    } catch (error) {
      this.#fail(error)
    }
  }

  get #hasNext (): boolean {
    return this.#started < this.#count || this.#resumed < this.#evaluated.length
  }

  #runNext (): void {
    if (this.#started < this.#count) return this.#start(this.#started++)
    this.#running++
    this.#evaluated[this.#resumed++]!()
  }

  #interrupt (turns: Turns): void {
    this.#isBusy = true
    turns.next(() => {
      this.#isBusy = false
      this.#continue()
    })
  }

  #evaluate (): void {
    const collected = [...this.#collected]
    const waiting = this.#waiting
    this.#collected = new Map()
    this.#waiting = []
    this.#isBusy = true
    Promise.all(collected.map(async ([batch, values]) => batch.evaluate(inOrder(values)))).then(() => {
      this.#isBusy = false
      this.#evaluated = waiting
      this.#resumed = 0
      this.#continue()
    }, error => this.#fail(error))
  }

  // A promise settles once: later failures change nothing.
  #fail (error: unknown): void {
    this.#hasFailed = true
    this.#reject(error)
  }
}

function inOrder (collected: readonly Collected[]): readonly unknown[] {
  const isOrdered = collected.every(({ order }, index) => index === 0 || collected[index - 1]!.order <= order)
  const ordered = isOrdered ? collected : collected.toSorted((one, other) => one.order - other.order)
  return [...new Set(ordered.map(({ value }) => value))]
}
