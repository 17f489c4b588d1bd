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
