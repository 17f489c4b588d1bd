import { types } from '../node-modules.ts'
import type { Turns } from './turns.ts'

/** Returns whether a value is a promise or another thenable. */
export function isPromise<V> (value: V | Promise<V>): value is Promise<V> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** Returns a value; if it is an array with promises, a promise of all elements. */
export function awaitElements (value: unknown): unknown {
  if (!Array.isArray(value) || !value.some(isPromise)) return value
  return Promise.all(value)
}

/**
 * Returns whether a callback that must be synchronous returned a promise. Ignores rejections,
 * so that none can end the process.
 */
export function isUnwanted (value: unknown): boolean {
  ignoreRejections(value)
  return isPromise(value)
}

/** Ignores the rejections of a value that is not used, and of the promises in it. Never throws. */
export function ignoreRejections (value: unknown): void {
  handled(value)
  // In a value that is used, a thenable may be a query that is not sent yet. This one is asked as `await` would.
  if (typeof value === 'object' && !types.isPromise(value)) Promise.resolve(value).then(handled, () => {})
}

// Deeper than any value that callbacks return by mistake for another one.
const DEEPEST = 3

// The method of the class: one of a subclass may send a query.
const then = Promise.prototype.then as (
  this: Promise<unknown>, fulfilled: (value: unknown) => void, rejected: () => void
) => unknown

/**
 * Returns a value that a callback of the app returned, after each promise in it got a handler: in elements of arrays,
 * maps and sets, in members of objects, and in what the promises are fulfilled with. So no promise that nobody waits
 * for can end the process by its rejection. No getter is called. Never throws.
 * @param levels how deep the promises may be
 */
export function handled<V> (value: V, levels = DEEPEST): V {
  if (typeof value !== 'object' || value === null) return value
  try {
    if (types.isPromise(value)) then.call(value, result => { handled(result, levels) }, () => {})
    else if (levels > 0) handleMembers(value, levels - 1)
  } catch {
    // A proxy may throw, and the constructor of a subclass of Promise.
  }
  return value
}

// What serializers read: all descriptors of a resource would take ten times as long. Lists have many elements, so no
// iterator and no list of members is made.
function handleMembers (value: object, levels: number): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) handled(value[index], levels)
    return
  }
  // Most values are plain resources, which are none of these.
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    if (types.isMap(value)) return Map.prototype.forEach.call(value, (one, key) => { handled([key, one], levels + 1) })
    if (types.isSet(value)) return Set.prototype.forEach.call(value, one => { handled(one, levels) })
    // Every byte is a member.
    if (ArrayBuffer.isView(value)) return
  }
  // Inherited names have no descriptor here.
  for (const name in value) {
    const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
    if (typeof member === 'object') handled(member, levels)
  }
}

/** Waits for the results of a callback of many values, each of which is used later. */
export async function awaitValues (values: readonly unknown[]): Promise<readonly unknown[]> {
  handled(values, DEEPEST + 1)
  if (values.some(isPromise)) return Promise.all(values)
  return values
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
  const turns = count > work.limit ? work.turns : null
  for (let index = 0; index < count; index++) {
    if (turns !== null && index % PART === 0 && turns.isOver()) {
      await turns.begin()
      work.throwIfAborted()
    }
    visit(index)
  }
}
