import type { Projector, Slots } from '../compile/projector.ts'
import { flat, type Around } from './around.ts'

/** A link or an action whose text is constant but for its plain slot. */
interface Entry {
  /** Where its slot is. */
  readonly at: number
  readonly around: Around
  readonly isAction: boolean
  /** Whether its slot holds anything: a constant href has all in its lead. */
  readonly varies: boolean
}

// Bits of a number that is an integer to the processor.
const MOST_ENTRIES = 30
// More than a type has in practice; beyond, texts are put together each time.
const MOST_SHAPES = 256

/**
 * Writes resources whose members are plain, in as few pieces as there are values in them.
 * Which entries are there is a resource's shape. The text between the values is the same for all resources of a shape:
 * it is put together once, so that a long list of them is made flat in half the time.
 */
export class Shapes {
  readonly #entries: readonly Entry[]
  readonly #shapes = new Map<number, readonly string[]>()
  #lastShape = -1
  #lastPieces: readonly string[] = []

  constructor (entries: readonly Entry[]) {
    this.#entries = entries
  }

  /**
   * The text of a resource; null where a slot is not plain, or nothing is kept of its shape.
   * @param head its body without the closing brace
   */
  write (head: string, slots: Slots): string | null {
    const entries = this.#entries
    let shape = 0
    for (let index = 0; index < entries.length; index++) {
      const slot = slots[entries[index]!.at]
      if (typeof slot === 'string') shape |= 1 << index
      else if (slot !== null) return null
    }
    const pieces = shape === this.#lastShape ? this.#lastPieces : this.#piecesOf(shape)
    if (pieces === null) return null
    let text = head + pieces[0]!
    for (let index = 0, piece = 1; piece < pieces.length; index++) {
      const { at, varies } = entries[index]!
      if (varies && (shape & 1 << index) !== 0) text = text + (slots[at] as string) + pieces[piece++]!
    }
    return text
  }

  #piecesOf (shape: number): readonly string[] | null {
    let pieces = this.#shapes.get(shape)
    if (pieces === undefined) {
      if (this.#shapes.size >= MOST_SHAPES) return null
      this.#shapes.set(shape, pieces = piecesOf(this.#entries.filter((_, index) => (shape & 1 << index) !== 0)))
    }
    this.#lastShape = shape
    this.#lastPieces = pieces
    return pieces
  }
}

/** The entries of a type; null where one of its members is never plain. */
export function entriesOf ({ relations, actions, actionsAt, embeds, curies }: Projector, links: readonly Around[], actionTexts: readonly Around[]): readonly Entry[] | null {
  if (embeds.length !== 0 || curies.length !== 0 || relations.some(relation => relation.array)) return null
  const entries = [
    ...relations.map(({ first, links: [link] }, index) => ({ at: first, around: links[index]!, isAction: false, varies: !link!.constant })),
    ...actionTexts.map((around, index) => ({ at: actionsAt + index, around, isAction: true, varies: !actions[index]!.constant }))
  ]
  return entries.length > MOST_ENTRIES ? null : entries
}

// The texts before, between and after the values.
function piecesOf (entries: readonly Entry[]): string[] {
  const pieces: string[] = []
  let texts: string[] = []
  entries.forEach(({ around, isAction, varies }, index) => {
    const previous = entries[index - 1]
    const opens = previous === undefined || previous.isAction !== isAction
    texts.push(opens && previous !== undefined ? '}' : '', opens ? around.opening : around.following)
    if (varies) {
      pieces.push(flat(texts))
      texts = []
    }
    texts.push(around.after)
  })
  pieces.push(flat([...texts, entries.length === 0 ? '}' : '}}']))
  return pieces
}
