import type { Exchange } from './exchange.ts'
import type { PlacedAction } from './perform.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'

/** An unsafe action of a state that was entered. */
export interface Offer {
  readonly source: Exchange
  readonly state: State
  readonly placed: PlacedAction
  readonly steps: readonly Step[]
}

/** The unsafe actions of the states that were entered. */
export class Offers {
  /** All, in the order in which they were found. */
  readonly all: Offer[] = []
  readonly #own: Offer[] = []
  readonly #inLists: Offer[] = []

  push (offer: Offer): void {
    this.all.push(offer)
    const queue = offer.placed.at === '' ? this.#own : this.#inLists
    queue.push(offer)
  }

  /**
   * Takes the next one: first the offers of a resource's own representation,
   * whose places are more precise than those in lists.
   */
  take (): Offer | undefined {
    return this.#own.shift() ?? this.#inLists.shift()
  }
}
