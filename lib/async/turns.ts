// Milliseconds: other clients hardly notice such a wait, and a turn of the event loop costs a thousandth of it.
const LENGTH = 5
// To read the clock costs as much as a short callback.
const PARTS_BETWEEN = 8

/** The turns in which the work for one response runs: between them, the event loop serves other requests. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #begun: number | null = null
  #parts = 0

  /** Whether the current turn lasted long enough; before each part of the work. */
  areOver (): boolean {
    return this.#parts++ % PARTS_BETWEEN === 0 && this.isOver()
  }

  /** The same, which reads the clock: before each part of work that takes less time. */
  isOver (): boolean {
    const now = performance.now()
    this.#begun ??= now
    return now - this.#begun >= LENGTH
  }

  /** Waits for the next turn. */
  begin (): Promise<void> {
    return new Promise(resolve => this.next(resolve))
  }

  /** Continues in a turn of its own: work that waits longer has its turn before. */
  next (work: () => void): void {
    if (this.#waiting.push(work) === 1) this.#schedule()
  }

  #schedule (): void {
    setImmediate(() => {
      const work = this.#waiting.shift()!
      if (this.#waiting.length > 0) this.#schedule()
      this.#begun = performance.now()
      this.#parts = 0
      work()
    })
  }
}
