import type { Turns } from './turns.ts'

/** Returns whether a value is a promise or another thenable. */
export function isPromise<V> (value: V | Promise<V>): value is Promise<V> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Returns a value; if it is an array with promises, a promise of all elements. Each promise has a handler at once. */
export function awaitElements (value: unknown): unknown {
  handled(value)
  return Array.isArray(value) && value.some(isPromise) ? Promise.all(value) : value
}

/**
 * Returns whether a callback that must be synchronous returned a promise. Ignores rejections,
 * so that none can end the process.
 */
export function isUnwanted (value: unknown): boolean {
  ignoreRejections(value)
  return isPromise(value)
}

// Deeper than any value that callbacks return by mistake for another one.
const DEEPEST = 3

/**
 * Ignores the rejections of the promises in a value that is not used: of itself, of elements of arrays and of members
 * of objects, and of what they are fulfilled with. So none can end the process. No getter is called.
 */
export function ignoreRejections (value: unknown, levels = DEEPEST): void {
  if (typeof value !== 'object' || value === null) return
  if (isPromise(value)) Promise.resolve(value).then(result => ignoreRejections(result, levels - 1), () => {})
  else if (levels > 0) for (const member of membersOf(value)) ignoreRejections(member, levels - 1)
}

function membersOf (value: object): readonly unknown[] {
  if (Array.isArray(value)) return value
  // Every byte is a member.
  if (ArrayBuffer.isView(value)) return []
  return Object.values(Object.getOwnPropertyDescriptors(value)).map(({ value }: PropertyDescriptor): unknown => value)
}

/**
 * Returns a value that is used later. Each promise in an array, or in its arrays, has a handler at once. Objects are
 * not read: most are resources.
 */
export function handled<V> (value: V): V {
  if (Array.isArray(value)) for (const element of value as unknown[]) handleElement(element)
  return value
}

function handleElement (element: unknown): void {
  if (Array.isArray(element)) for (const inner of element) if (isPromise(inner)) ignoreRejections(inner)
  if (isPromise(element)) ignoreRejections(element)
}

/** Waits for the results of a callback of many values. A result may be an array with promises, which is used later. */
export async function awaitValues (values: readonly unknown[]): Promise<readonly unknown[]> {
  if (!values.some(value => isPromise(value) || Array.isArray(value))) return values
  return Promise.all(values.map(value => isPromise(value) ? Promise.resolve(value).then(handled) : handled(value)))
}

/** The bounds of asynchronous work. */
export interface Work {
  /** How many results may be pending at once. */
  readonly limit: number
  /** Null if the work is never interrupted for other requests. */
  readonly turns: Turns | null
  /** Throws if the results are no longer needed. */
  throwIfAborted (): void
}

/** Work that nothing bounds or interrupts. */
export const UNBOUNDED: Work = Object.freeze({ limit: Infinity, turns: null, throwIfAborted () {} })

// Of what takes less than a microsecond.
const PART = 16

/** Visits so many indexes, which takes little time for each; in turns if there are more than `limit`. */
export async function each (count: number, visit: (index: number) => void, work: Work): Promise<void> {
  const visitPart = (begin: number, end: number) => { for (let index = begin; index < end; index++) visit(index) }
  if (work.turns !== null && count > work.limit) {
    await work.turns.run(count, PART, visitPart, () => work.throwIfAborted())
  } else visitPart(0, count)
}
