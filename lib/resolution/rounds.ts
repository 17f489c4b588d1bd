import { each, isPromise, type Work } from '../async/promises.ts'
import type { Turns } from '../async/turns.ts'
import type { Batch } from './batch.ts'
import { SharedKeyMap, type SharedKeys } from './shared-keys.ts'

/** A task returns it, or a promise of it, if it continues after batches were evaluated for what it collected. */
export const WAITS = Symbol('waits')

/** The tasks of one run, by their index. */
export interface Tasks {
  readonly count: number
  begin (index: number): unknown
  /** Continues a task that waited. */
  resume (index: number): unknown
}

// Two arrays, because an object for each value of a long list costs more than the list.
interface Collected {
  readonly values: unknown[]
  /** The positions of their resources. */
  readonly orders: number[]
}

/**
 * Runs the tasks of resources that are known together, in rounds. A round ends when each task waits for a batch, or has finished; then
 * each batch is evaluated once, for the values that all tasks need. At most `work.limit` tasks have other asynchronous work at once, and
 * other requests have their turns between tasks.
 */
export class Rounds {
  readonly #work: Work
  readonly #keys: SharedKeys
  readonly #order: SharedKeyMap<number>
  #count = 0
  #tasks!: Tasks
  /** Tasks that were started. */
  #started = 0
  /** Tasks whose batches were evaluated, by their index, or what continues them; they continue in their order. */
  #evaluated: Waiting[] = []
  #resumed = 0
  /** Tasks that have neither finished nor wait for a batch. */
  #running = 0
  #unfinished = 0
  #collected = new Map<Batch, Collected>()
  #waiting: Waiting[] = []
  /** While batches are evaluated, and while other requests have their turn. */
  #isBusy = false
  #isScheduled = false
  #hasFailed = false
  #resolve!: () => void
  #reject!: (error: unknown) => void

  constructor (work: Work, keys: SharedKeys) {
    this.#work = work
    this.#keys = keys
    this.#order = new SharedKeyMap(keys)
  }

  /** Adds a resource after others: batches get them in this order. Of one with two configurations, the first position counts. */
  add (resource: unknown): void {
    if (!this.#order.has(resource)) this.#order.set(resource, this.#count++)
  }

  /** Runs tasks, in their order. Rejects with the first error; then no further task is started or continued. */
  run (tasks: Tasks): Promise<void> {
    this.#tasks = tasks
    this.#unfinished = tasks.count
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#continue()
    })
  }

  /** Has a batch evaluate a value of a resource in its next call. */
  collect (batch: Batch, value: unknown, resource: unknown): void {
    let collected = this.#collected.get(batch)
    if (collected === undefined) this.#collected.set(batch, collected = { values: [], orders: [] })
    collected.values.push(value)
    collected.orders.push(this.#order.get(resource)!)
  }

  /** Waits in a task until batches were evaluated for what it collected. */
  evaluated (): Promise<void> {
    this.#release()
    return new Promise(resolve => { this.#waiting.push(resolve) })
  }

  #settle (index: number, result: unknown): void {
    if (isPromise(result)) {
      Promise.resolve(result).then(result => this.#settle(index, result), error => this.#fail(error))
      return
    }
    if (result === WAITS) this.#waiting.push(index)
    else this.#unfinished--
    this.#release()
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
    return this.#started < this.#tasks.count || this.#resumed < this.#evaluated.length
  }

  #runNext (): void {
    this.#running++
    if (this.#started < this.#tasks.count) {
      const index = this.#started++
      return this.#settle(index, this.#tasks.begin(index))
    }
    const next = this.#evaluated[this.#resumed++]!
    if (typeof next === 'number') this.#settle(next, this.#tasks.resume(next))
    else next()
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
    Promise.all(collected.map(([batch, values]) => this.#evaluateBatch(batch, values))).then(() => {
      this.#isBusy = false
      this.#evaluated = waiting
      this.#resumed = 0
      this.#continue()
    }, error => this.#fail(error))
  }

  // A batch of many values has a turn of its own: what it does at once cannot be interrupted.
  async #evaluateBatch (batch: Batch, collected: Collected): Promise<void> {
    const values = await this.#distinct(inOrder(collected))
    if (this.#work.turns !== null && values.length > this.#work.limit) {
      await this.#work.turns.begin()
      this.#work.throwIfAborted()
    }
    await batch.evaluate(values, this.#work)
  }

  async #distinct (values: readonly unknown[]): Promise<readonly unknown[]> {
    const seen = new SharedKeyMap<true>(this.#keys)
    const distinct: unknown[] = []
    await each(values.length, index => {
      const value = values[index]
      if (seen.has(value)) return
      seen.set(value, true)
      distinct.push(value)
    }, this.#work)
    return distinct
  }

  // A promise settles once: later failures change nothing.
  #fail (error: unknown): void {
    this.#hasFailed = true
    this.#reject(error)
  }
}

type Waiting = number | (() => void)

function inOrder ({ values, orders }: Collected): readonly unknown[] {
  if (orders.every((order, index) => index === 0 || orders[index - 1]! <= order)) return values
  const indexes = values.map((_, index) => index).sort((one, other) => orders[one]! - orders[other]!)
  return indexes.map(index => values[index])
}
