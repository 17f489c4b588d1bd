/**
 * Numbers the resources of a response, and other values, so that many results for each are kept in arrays: a Map of a long list holds the
 * event loop for 10 ms when it grows.
 */
export class SharedKeys {
  readonly #numbers = new Map<unknown, number>()
  // The results of one resource are mostly read after each other.
  #last: unknown = undefined
  #lastNumber: number | undefined

  /** Returns undefined for a value without a number. */
  numberOf (value: unknown): number | undefined {
    if (this.#lastNumber === undefined || this.#last !== value) {
      this.#lastNumber = this.#numbers.get(value)
      this.#last = value
    }
    return this.#lastNumber
  }

  /** Returns the number of a value, which gets the next one if it has none. */
  add (value: unknown): number {
    const known = this.numberOf(value)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(value, number)
    this.#last = value
    return (this.#lastNumber = number)
  }
}

const NONE = Symbol('none')

/** A map with keys that other maps have, too. */
export class SharedKeyMap<V> {
  readonly #keys: SharedKeys
  /** By the numbers of the keys. */
  readonly #values: (V | typeof NONE)[] = []

  constructor (keys: SharedKeys) {
    this.#keys = keys
  }

  has (key: unknown): boolean {
    const number = this.#keys.numberOf(key)
    return number !== undefined && number < this.#values.length && this.#values[number] !== NONE
  }

  get (key: unknown): V | undefined {
    const number = this.#keys.numberOf(key)
    const value = number === undefined ? undefined : this.#values[number]
    return value === NONE ? undefined : value
  }

  set (key: unknown, value: V): void {
    const number = this.#keys.add(key)
    // An array with holes may become a hash table.
    while (this.#values.length < number) this.#values.push(NONE)
    this.#values[number] = value
  }
}
