// Up to here it is faster to copy characters here than to ask Buffer.
const SHORT = 24
// Up to here room for the widest characters is made without a look at them.
const LONG = 4096
// A character of JavaScript is at most three bytes of UTF-8.
const WIDEST = 3
const ASCII = 0x7f
// What no estimate is believed beyond: from there on it grows with what is really added.
const MOST_EXPECTED = 4 * 1024 * 1024

/**
 * A long text that is put together as bytes of UTF-8: constant pieces are copied as they are, and no tree of strings has to be made flat.
 * Each has a buffer of its own, which leaves with the answer: nothing is used twice, so that one answer cannot write into another.
 */
export class Utf8Text {
  #buffer: Buffer
  #length = 0

  /** @param expected how many bytes it will be, more or less: room for them is made at once */
  constructor (expected: number) {
    this.#buffer = Buffer.allocUnsafe(Math.min(expected, MOST_EXPECTED))
  }

  /** Adds a text; a lone surrogate becomes U+FFFD, as Node sends it. */
  add (text: string): void {
    this.#makeRoom(text.length > LONG ? Buffer.byteLength(text) : WIDEST * text.length)
    if (text.length > SHORT || !this.#addAscii(text)) this.#length += this.#buffer.write(text, this.#length)
  }

  /** Adds bytes that are UTF-8 already. */
  addBytes (bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** The bytes. Nothing is to be added after it. */
  finish (): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length)
    // Who keeps an answer should not keep much more than it.
    return 2 * this.#length < this.#buffer.length ? Buffer.from(bytes) : bytes
  }

  #addAscii (text: string): boolean {
    const buffer = this.#buffer
    const start = this.#length
    let seen = 0
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      seen |= code
      buffer[start + index] = code
    }
    if (seen > ASCII) return false
    this.#length = start + text.length
    return true
  }

  #makeRoom (more: number): void {
    const needed = this.#length + more
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(1.5 * this.#buffer.length)))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
