import { problem } from '../../../lib/index.ts'

/** How a callback goes wrong. */
export interface FaultKind {
  readonly name: string
  /** The callback fails; otherwise it returns an unexpected value. */
  readonly fails: boolean
  /** It fails later: what the callback returns is a promise. */
  readonly isPromise: boolean
  readonly run: () => unknown
}

const THROWN: ReadonlyArray<readonly [string, () => unknown]> = [
  ['an Error', () => new Error('fault')],
  ['a TypeError', () => new TypeError('fault')],
  ['a frozen Error', () => Object.freeze(new Error('fault'))],
  ['an Error with status 404', () => Object.assign(new Error('fault'), { statusCode: 404 })],
  ['a problem', () => problem({ status: 409 })],
  ['undefined', () => undefined],
  ['null', () => null],
  ['a string', () => 'fault'],
  ['a number', () => 0],
  ['an object', () => ({ fault: true })]
]

const RETURNED: ReadonlyArray<readonly [string, () => unknown]> = [
  ['undefined', () => undefined],
  ['a number', () => 42],
  ['an empty string', () => ''],
  ['true', () => true],
  ['an object', () => ({ x: 1 })],
  ['an array of null', () => [null]],
  ['a symbol', () => Symbol('fault')],
  ['an object whose members throw', () =>
    new Proxy({}, { get: (_, key) => { if (key !== 'then') throw new Error('fault') } })],
  ['a circular object', () => { const circle: { self?: unknown } = {}; circle.self = circle; return circle }],
  ['a promise of undefined', async () => undefined],
  ['a promise of an object', async () => ({ x: 1 })],
  ['a thenable that rejects', () =>
    ({ then: (_: unknown, reject: (reason: unknown) => void) => reject(new Error('fault')) })]
]

/** 32 faults: 10 thrown, the same 10 as rejections, 12 values. */
export const FAULTS: readonly FaultKind[] = [
  ...THROWN.map(([name, make]) => ({
    name: `throws ${name}`, fails: true, isPromise: false, run: () => { throw make() }
  })),
  ...THROWN.map(([name, make]) => ({
    name: `rejects with ${name}`, fails: true, isPromise: true, run: () => Promise.reject(make())
  })),
  ...RETURNED.map(([name, make]) => ({ name: `returns ${name}`, fails: false, isPromise: false, run: make }))
]

/** The callbacks of an app, of which one goes wrong at a time. */
export class Faulty<Name extends string> {
  /** Whether the one that goes wrong, or went wrong last, was called. */
  isCalled = false
  readonly #called = new Set<Name>()
  #current: { readonly callback: Name, readonly fault: FaultKind } | null = null

  /** Returns a callback that returns what it should, unless it is the one at fault. */
  or<A extends unknown[], V> (name: Name, usual: (...args: A) => V): (...args: A) => V {
    const call = (...args: A): V => {
      if (this.#current?.callback !== name) return usual(...args)
      this.#called.add(name)
      this.isCalled = true
      return this.#current.fault.run() as V
    }
    // The number of parameters decides which arguments a policy gets.
    return Object.defineProperty(call, 'length', { value: usual.length })
  }

  /** Returns what is done while a callback goes wrong. */
  async during<R> (callback: Name, fault: FaultKind, act: () => Promise<R>): Promise<R> {
    this.#current = { callback, fault }
    this.isCalled = false
    try {
      return await act()
    } finally {
      this.#current = null
    }
  }

  /** Returns which callbacks never went wrong. */
  uncalled (names: readonly Name[]): Name[] {
    return names.filter(name => !this.#called.has(name))
  }
}
