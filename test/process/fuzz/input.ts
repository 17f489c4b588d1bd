import { isDeepStrictEqual } from 'node:util'

/** The bytes of one input, read from the front: choices are single bytes, strings end at a line feed. */
export class Input {
  readonly #data: Buffer
  #at = 0

  constructor (data: Buffer) {
    this.#data = data
  }

  /** Whether all bytes were read. */
  get isRead (): boolean {
    return this.#at >= this.#data.length
  }

  /** A number from 0 to `below`, exclusive; 0 at the end. */
  number (below: number): number {
    return (this.#data[this.#at++] ?? 0) % below
  }

  flag (): boolean {
    return this.number(2) === 1
  }

  one<T> (choices: readonly [T, ...T[]]): T {
    return choices[this.number(choices.length)] ?? choices[0]
  }

  /** The bytes before the next line feed, as UTF-8. */
  line (encoding: 'utf8' | 'latin1' = 'utf8'): string {
    const end = this.#data.indexOf(10, this.#at)
    const line = this.#data.toString(encoding, this.#at, end === -1 ? this.#data.length : end)
    this.#at = end === -1 ? this.#data.length : end + 1
    return line
  }

  /**
   * A line as the value of a field that Node accepts: Latin-1 without controls,
   * and without space around it (RFC 9110 section 5.5).
   */
  field (): string {
    return this.line('latin1').replace(/[^\t\x20-\x7e\x80-\xff]/g, '').replace(/^[\t ]+|[\t ]+$/g, '')
  }

  /** All bytes that were not read, as UTF-8. */
  end (): string {
    const end = this.#data.toString('utf8', this.#at)
    this.#at = this.#data.length
    return end
  }
}

/** @throws Error if two values differ */
export function same (seen: unknown, expected: unknown, about: string): void {
  if (isDeepStrictEqual(seen, expected)) return
  throw new Error(`${about}: ${shown(seen)} where ${shown(expected)} was expected`)
}

/** @throws Error if a fact does not hold */
export function holds (fact: boolean, about: string): asserts fact {
  if (!fact) throw new Error(about)
}

/** A value for a message. */
export function shown (value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
