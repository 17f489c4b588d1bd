import type { Resolution } from './resolution.ts'

// An app has few origins and languages; a client may name as many as it likes.
const MOST_VARIANTS = 16

interface Entry<T> {
  readonly base: string
  /** The key of the languages. */
  readonly languages: string
  readonly value: T
}

/** Values that are the same for every response of one origin and language; the most recently used ones are kept. */
export class VariantCache<T> {
  readonly #make: (resolution: Resolution, resource: unknown) => T
  readonly #entries = new Map<string, Entry<T>>()
  #last: Entry<T> | null = null

  /** @param make must not depend on which resource it gets */
  constructor (make: (resolution: Resolution, resource: unknown) => T) {
    this.#make = make
  }

  /** The value for a resolution's origin and language. The ones of the last response need no look-up. */
  of (resolution: Resolution, resource?: unknown): T {
    const { base, languages: { key: languages } } = resolution
    let last = this.#last
    if (last === null || last.base !== base || last.languages !== languages) {
      last = this.#recall(`${languages} ${base}`) ?? { base, languages, value: this.#make(resolution, resource) }
      this.#keep(`${languages} ${base}`, last)
    }
    return last.value
  }

  #recall (key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key)
    // A map keeps the order of insertion: the entry becomes the newest.
    this.#entries.delete(key)
    return entry
  }

  #keep (key: string, entry: Entry<T>): void {
    if (this.#entries.size === MOST_VARIANTS) this.#entries.delete(this.#entries.keys().next().value!)
    this.#entries.set(key, entry)
    this.#last = entry
  }
}
