import type { CompiledConfig, Slots } from '../links/compiled.ts'
import type { Utf8Text } from '../json/utf8-text.ts'
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

/** A text that is the same for all resources of a shape. */
class Piece {
  readonly text: string
  #bytes: Uint8Array | undefined

  constructor (texts: readonly string[]) {
    this.text = flat(texts)
  }

  // Only long lists ask for it. Not from Buffer's pool, of which so small a part would keep all.
  get bytes (): Uint8Array {
    return (this.#bytes ??= new TextEncoder().encode(this.text))
  }
}

/** What is written of all resources of a shape: a piece, then the values of these slots, each with a piece after it. */
interface Shape {
  readonly first: Piece
  readonly values: readonly { readonly at: number, readonly after: Piece }[]
}

/**
 * Writes resources whose members are plain, in as few pieces as there are values in them.
 * Which entries are there is a resource's shape. The text between the values is the same for all resources of a shape:
 * it is put together once, so that a long list of them is made flat in half the time.
 */
export class Shapes {
  readonly #entries: readonly Entry[]
  readonly #shapes = new Map<number, Shape>()
  #lastNumber = -1
  #last: Shape | null = null

  constructor (entries: readonly Entry[]) {
    this.#entries = entries
  }

  /**
   * The text of a resource; null where a slot is not plain, or nothing is kept of its shape.
   * @param head its body without the closing brace
   */
  write (head: string, slots: Slots): string | null {
    const shape = this.#shapeOf(slots)
    if (shape === null) return null
    let text = head + shape.first.text
    for (const { at, after } of shape.values) text = text + (slots[at] as string) + after.text
    return text
  }

  /** Adds the same to bytes, which takes a sixth less time of a long list with wide characters; false, and nothing is added, where it would be null. */
  append (bytes: Utf8Text, head: string, slots: Slots): boolean {
    const shape = this.#shapeOf(slots)
    if (shape === null) return false
    bytes.add(head)
    bytes.addBytes(shape.first.bytes)
    for (const { at, after } of shape.values) {
      bytes.add(slots[at] as string)
      bytes.addBytes(after.bytes)
    }
    return true
  }

  // A bit for each entry that is there.
  #shapeOf (slots: Slots): Shape | null {
    const entries = this.#entries
    let number = 0
    for (let index = 0; index < entries.length; index++) {
      const slot = slots[entries[index]!.at]
      if (typeof slot === 'string') number |= 1 << index
      else if (slot !== null) return null
    }
    return number === this.#lastNumber ? this.#last : this.#remember(number)
  }

  #remember (number: number): Shape | null {
    let shape = this.#shapes.get(number)
    if (shape === undefined) {
      if (this.#shapes.size >= MOST_SHAPES) return null
      this.#shapes.set(number, shape = shapeOf(this.#entries.filter((_, index) => (number & 1 << index) !== 0)))
    }
    this.#lastNumber = number
    this.#last = shape
    return shape
  }
}

/** The entries of a type; null where one of its members is never plain. */
export function entriesOf ({ relations, actions, actionsAt, embeds, curies }: CompiledConfig, links: readonly Around[], actionTexts: readonly Around[]): readonly Entry[] | null {
  if (embeds.length !== 0 || curies.length !== 0 || relations.some(relation => relation.array)) return null
  const entries = [
    ...relations.map(({ first, links: [link] }, index) => ({ at: first, around: links[index]!, isAction: false, varies: !link!.constant })),
    ...actionTexts.map((around, index) => ({ at: actionsAt + index, around, isAction: true, varies: !actions[index]!.constant }))
  ]
  return entries.length > MOST_ENTRIES ? null : entries
}

function shapeOf (entries: readonly Entry[]): Shape {
  const pieces: Piece[] = []
  let texts: string[] = []
  entries.forEach(({ around, isAction, varies }, index) => {
    const previous = entries[index - 1]
    const opens = previous === undefined || previous.isAction !== isAction
    texts.push(opens && previous !== undefined ? '}' : '', opens ? around.opening : around.following)
    if (varies) {
      pieces.push(new Piece(texts))
      texts = []
    }
    texts.push(around.after)
  })
  pieces.push(new Piece([...texts, entries.length === 0 ? '}' : '}}']))
  const values = entries.filter(({ varies }) => varies).map(({ at }, index) => ({ at, after: pieces[index + 1]! }))
  return { first: pieces[0]!, values }
}
