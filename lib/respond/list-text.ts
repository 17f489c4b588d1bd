// From here on one long string costs more than its bytes: it would be put together once more to be sent.
const BYTES_FROM = 128 * 1024
// Still in the processor's cache when it is copied.
const CHUNK = 8192
// A character of JavaScript is at most three bytes of UTF-8.
const WIDEST = 3
const NO_BYTES = Buffer.alloc(0)

/** Puts the texts of a list's elements together, one after the other: a string, or bytes where it is long. */
export class ListText {
  readonly #count: number
  #isLong = false
  #bytes = NO_BYTES
  #length = 0
  #added = 0
  #text = '['

  constructor (count: number) {
    this.#count = count
  }

  add (element: string): void {
    if (this.#added++ === 0) {
      this.#isLong = this.#count * element.length >= BYTES_FROM
      this.#text += element
    } else {
      this.#text = this.#text + ',' + element
    }
    if (this.#isLong && this.#text.length > CHUNK) this.#flush()
  }

  /** The whole list. The bytes belong to the caller: nothing is reused. */
  finish (): string | Buffer {
    this.#text += ']'
    if (!this.#isLong) return this.#text
    this.#flush()
    return this.#bytes.subarray(0, this.#length)
  }

  #flush (): void {
    const needed = this.#length + WIDEST * this.#text.length
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#length += this.#bytes.write(this.#text, this.#length)
    this.#text = ''
  }

  // As much as the elements so far let expect, and an eighth more.
  #grow (needed: number): void {
    const written = this.#length + this.#text.length
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(1.125 * written / this.#added * this.#count)))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
