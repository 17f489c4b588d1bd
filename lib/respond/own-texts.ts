import { ElementReader } from '../json/json-array.ts'
import { isArrayText } from '../json/json-text.ts'

/** An array that is written: its values, and how. */
export interface WrittenArray {
  readonly values: readonly unknown[]
  /** The text of the whole. */
  whole (): unknown
  /** Writes some of the values as they are written in the whole; null where that cannot be. */
  readonly part: ((values: readonly unknown[]) => unknown) | null
  /** Writes a list of one value as the whole is written, and gives the text of its element; null where the text of the whole is sure to hold one element for each value, in order. */
  readonly alone: ((value: unknown) => string | null) | null
}

// So few that their texts are garbage before a collection has to move them: 10,000 orders written at once took half as long again.
const BATCH = 64

/** Reads the own texts of an array's elements, one after the other; a long array is written a part at a time. */
export class OwnTexts {
  readonly #array: WrittenArray
  #batch = BATCH
  #written = 0
  #left = 0
  #reader: ElementReader | null = null

  constructor (array: WrittenArray) {
    this.#array = array
    const { values, part, alone } = array
    if (part !== null && values.length > BATCH) this.#writePart(part)
    else this.#read(array.whole(), values.length, alone === null, part !== null)
  }

  /** The next element; null where the text is not that of these elements. To be asked as often as there are elements. */
  next (): string | null {
    if (this.#left === 0 && this.#reader !== null) this.#goOn(this.#reader)
    this.#left--
    return this.#reader === null ? null : this.#reader.next()
  }

  /** Whether an element is the text of a value: a serializer of the app may have put another value's there. */
  isOwn (element: string, value: unknown): boolean {
    const { alone } = this.#array
    return alone === null || alone(value) === element
  }

  /** Whether the element that was read last is sure to be an object with members, none of which may have a name that begins with an underscore. */
  get nothingTaken (): boolean {
    return this.#reader?.nothingTaken === true
  }

  /** Whether the text ends here. */
  get isAtEnd (): boolean {
    return this.#reader?.isAtEnd === true
  }

  #goOn (reader: ElementReader): void {
    // Where elements have to be looked for one character after the other, one at a time is faster.
    if (!reader.isFast) this.#batch = 1
    this.#writePart(this.#array.part!)
  }

  #writePart (write: (values: readonly unknown[]) => unknown): void {
    const part = this.#array.values.slice(this.#written, this.#written + this.#batch)
    this.#written += part.length
    this.#read(write(part), part.length, true, true)
  }

  #read (text: unknown, count: number, isWhole: boolean, isAlone: boolean): void {
    this.#left = count
    this.#reader = isArrayText(text) ? new ElementReader(text, isWhole ? count : null, isAlone) : null
  }
}
