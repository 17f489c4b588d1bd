import { Utf8Text } from '../json/utf8-text.ts'

// From here on one long string costs more than its bytes: it would be put together once more to be sent.
const BYTES_FROM = 128 * 1024
// So much is written before it is guessed how long the whole is going to be.
const SAMPLE = 8 * 1024
// The rest may be a little longer than what was written so far.
const RESERVE = 1.125

/** Puts the texts of a list's elements together, one after the other: a string, or bytes where it is long. */
export class ListText {
  readonly #count: number
  #added = 0
  #text = ''
  #bytes: Utf8Text | null = null

  constructor (count: number) {
    this.#count = count
  }

  /** Begins the next element, all of which is then to be added to these bytes; null where the list is a string. */
  begin (): Utf8Text | null {
    if (this.#bytes !== null) this.#bytes.add(',')
    return this.#bytes
  }

  /** Adds a whole element. */
  add (element: string): void {
    const bytes = this.begin()
    if (bytes !== null) {
      bytes.add(element)
    } else {
      this.#text = this.#text + (this.#added++ === 0 ? '[' : ',') + element
      if (this.#text.length >= SAMPLE) this.#turnToBytes(this.#text.length / this.#added * this.#count)
    }
  }

  /** The whole list. */
  finish (): string | Buffer {
    if (this.#bytes === null) return this.#text + ']'
    this.#bytes.add(']')
    const bytes = this.#bytes.finish()
    // Only a long list is bytes to the hooks of an app, also where it began as if it were one.
    return bytes.length < BYTES_FROM ? bytes.toString() : bytes
  }

  #turnToBytes (expected: number): void {
    if (expected < BYTES_FROM) return
    this.#bytes = new Utf8Text(Math.ceil(RESERVE * expected))
    this.#bytes.add(this.#text)
  }
}
