// Milliseconds: other clients hardly notice such a wait, and a turn of the event loop costs a thousandth of it.
const LENGTH = 5
// To read the clock costs as much as a short callback.
const PARTS_BETWEEN = 8

/** The turns in which the work for one response runs: between them, the event loop serves other requests. */
export class Turns {
  #begin: number | null = null
  #parts = 0

  /** Whether the current turn lasted long enough; before each part of the work. */
  areOver (): boolean {
    if (this.#parts++ % PARTS_BETWEEN !== 0) return false
    const now = performance.now()
    this.#begin ??= now
    return now - this.#begin >= LENGTH
  }

  /** Continues in the next turn. */
  next (work: () => void): void {
    setImmediate(() => {
      this.#begin = null
      this.#parts = 0
      work()
    })
  }
}
