import type { Exchange } from './exchange.ts'
import type { PlacedAction } from './perform.ts'
import { resourceKind, Sample } from './sample.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'

/** An unsafe action of a state that was entered. */
export interface Offer {
  readonly source: Exchange
  readonly state: State
  readonly placed: PlacedAction
  readonly steps: readonly Step[]
}

interface Waiting {
  readonly offer: Offer
  readonly kind: string
  /** How many actions lead to it. */
  readonly depth: number
}

/** The unsafe actions of the states that were entered, and which of them are tried. */
export class Offers {
  /** All, in the order in which they were found. */
  readonly all: Offer[] = []
  readonly #own: Waiting[] = []
  readonly #inLists: Waiting[] = []
  readonly #sample: Sample
  readonly #taken = new Set<string>()

  /** @param sample how often each kind is tried */
  constructor (sample: number) {
    this.#sample = new Sample(sample)
  }

  push (offer: Offer): void {
    this.all.push(offer)
    const queue = offer.placed.at === '' ? this.#own : this.#inLists
    const depth = offer.steps.filter(({ kind }) => kind === 'action').length
    const index = queue.findLastIndex(other => other.depth <= depth) + 1
    queue.splice(index, 0, { offer, kind: offerKind(offer), depth })
  }

  /**
   * Takes the next one that is to be tried: first the offers of a resource's own representation,
   * whose places are more precise than those in lists; of these, one with the fewest actions before it.
   */
  take (): Offer | undefined {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (this.#accepts(next)) return next.offer
    }
    return undefined
  }

  #next (): Waiting | undefined {
    return this.#own.shift() ?? this.#inLists.shift()
  }

  /**
   * Takes one that would be tried later anyway, although others wait for their turn.
   * @param found how many had been found before it
   */
  takeEarly (found: number): Offer | undefined {
    const recent = new Set(this.all.slice(found))
    const index = this.#own.findIndex(({ offer, kind }, index) => recent.has(offer) &&
      this.#sample.left(kind) > this.#own.slice(0, index).filter(other => other.kind === kind).length)
    const [early] = index === -1 ? [] : this.#own.splice(index, 1)
    return early !== undefined && this.#accepts(early) ? early.offer : undefined
  }

  // One that was tried in another format counts for this one.
  #accepts ({ offer, kind }: Waiting): boolean {
    const key = keyOf(offer)
    if (!this.#sample.take(kind) || this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }
}

// The same request in the same state of the app, although several representations and formats may offer it.
function keyOf ({ source: { visitor }, placed: { action, path }, steps }: Offer): string {
  const earlier = steps.filter(({ kind }) => kind === 'action').map(({ requests: _requests, ...move }) => move)
  return JSON.stringify([visitor.caller.name, action.method, path, earlier])
}

// The kind of an offered action, as a caller in a format sees it.
function offerKind ({ source, placed: { action, at }, steps }: Offer): string {
  const { visitor: { caller, format } } = source
  return [caller.name, format, action.name, action.method, resourceKind(source, at, steps)].join('\n')
}
