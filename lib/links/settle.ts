// The part of a level that waits.
import { type Batch, isQuestions } from '../async/steps.ts'
import type { Turns } from '../async/turns.ts'
import type { Resolution } from '../context/resolution.ts'
import { toError } from '../errors.ts'
import type { Pending, WaitingPart } from './level.ts'

/**
 * Waits until a level is evaluated. At most `limit` parts wait for promises at once, other requests have their turns,
 * and each batch is called once for all that wait for it. Rejects with the first error;
 * then nothing more is started or continued.
 */
export function settle (pending: Pending, resolution: Resolution): Promise<void> {
  return new Settling(pending, resolution).end
}

// Two arrays, because an object for each value of a long list costs more than the list.
interface Asked {
  readonly values: unknown[]
  /** The positions of their resources. */
  readonly positions: number[]
}

class Settling {
  readonly #pending: Pending
  readonly #resolution: Resolution
  /** Once the level is evaluated. */
  readonly end: Promise<void>
  #resolve!: () => void
  #reject!: (error: unknown) => void
  /** How many wait for promises. */
  #running = 0
  /** Those that wait for batches, and those that these were called for, the first one last. */
  #waiting: WaitingPart[] = []
  #ready: WaitingPart[] = []
  #asked = new Map<Batch, Asked>()
  /** While batches are called, and while other requests have their turn. */
  #isBusy = false
  #hasFailed = false

  constructor (pending: Pending, resolution: Resolution) {
    this.#pending = pending
    this.#resolution = resolution
    this.end = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    if (pending.first !== null) this.#hold(pending.first)
    this.#continue()
  }

  #hold (part: WaitingPart): void {
    const { wait, place, resource } = part
    if (isQuestions(wait)) {
      for (const { batch, value } of wait) this.#ask(batch, value, resource.position)
      this.#waiting.push(part)
      return
    }
    this.#running++
    // The `then` of a thenable need not return anything.
    Promise.resolve(wait).then(value => {
      this.#running--
      if (this.#hasFailed) return
      try {
        this.#resolution.throwIfAborted()
        this.#resume(part, value)
      } catch (error) {
        return this.#fail(error)
      }
      this.#continue()
    }, (error: unknown) => this.#fail(toError(place, error)))
  }

  #ask (batch: Batch, value: unknown, position: number): void {
    let asked = this.#asked.get(batch)
    if (asked === undefined) this.#asked.set(batch, asked = { values: [], positions: [] })
    asked.values.push(value)
    asked.positions.push(position)
  }

  #resume (part: WaitingPart, input?: unknown): void {
    let isWaiting: boolean
    try {
      isWaiting = part.resume(input)
    } catch (error) {
      throw toError(part.place, error)
    }
    if (isWaiting) this.#hold(part)
  }

  #continue (): void {
    if (this.#hasFailed || this.#isBusy) return
    const { unstarted, turns } = this.#pending
    try {
      while (this.#hasNext && this.#running < this.#resolution.limit) {
        if (turns?.areOver() === true) return this.#interrupt(turns)
        const ready = this.#ready.pop()
        if (ready !== undefined) this.#resume(ready)
        else {
          const part = unstarted.run(1)
          if (part !== null) this.#hold(part)
        }
      }
      if (this.#running > 0 || this.#hasNext) return
      if (this.#waiting.length === 0) return this.#resolve()
      this.#resolution.throwIfAborted()
      this.#callBatches()
    } catch (error) {
      this.#fail(error)
    }
  }

  get #hasNext (): boolean {
    return this.#ready.length > 0 || !this.#pending.unstarted.isEmpty
  }

  #interrupt (turns: Turns): void {
    this.#isBusy = true
    turns.next(() => {
      this.#isBusy = false
      this.#continue()
    })
  }

  #callBatches (): void {
    const asked = [...this.#asked]
    this.#asked = new Map()
    // They continue in their order.
    this.#ready = this.#waiting.reverse()
    this.#waiting = []
    this.#isBusy = true
    Promise.all(asked.map(([batch, asked]) => this.#callBatch(batch, distinctInOrder(asked)))).then(() => {
      this.#isBusy = false
      this.#continue()
    }, (error: unknown) => this.#fail(error))
  }

  // A batch of many values has a turn of its own: what it does at once cannot be interrupted.
  async #callBatch (batch: Batch, values: readonly unknown[]): Promise<void> {
    const resolution = this.#resolution
    if (values.length > resolution.limit) {
      await resolution.turns.begin()
      resolution.throwIfAborted()
    }
    await batch.evaluate(values, resolution)
  }

  // A promise settles once: later failures change nothing.
  #fail (error: unknown): void {
    this.#hasFailed = true
    this.#reject(error)
  }
}

function distinctInOrder ({ values, positions }: Asked): readonly unknown[] {
  if (positions.every((position, index) => index === 0 || positions[index - 1]! <= position)) {
    return [...new Set(values)]
  }
  const indexes = values.map((_, index) => index).sort((one, other) => positions[one]! - positions[other]!)
  return [...new Set(indexes.map(index => values[index]))]
}
