// What is a list where an app returns or gives one: one rule for links, embedded resources, members, pages and forms.
import { handled } from '../async/promises.ts'
import { types } from '../node-modules.ts'

/**
 * Returns the elements of a list: an array, or another iterable object, such as a set, a generator or a collection of
 * an ORM, which is iterated once. Null for other values: a string is no list, nor are bytes, nor is a map, which
 * consists of pairs, nor an object that `toJSON` makes something else of.
 * @throws what the iterator throws
 */
export function listOf (value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isIterable(value) || isOther(value)) return null
  if (typeof value.toJSON === 'function' && !Array.isArray(value.toJSON())) return null
  const elements: unknown[] = []
  // It may throw after a promise that it has made.
  for (const element of value) elements.push(handled(element))
  return elements
}

/** Returns the elements of a list, and other values as they are. */
export function listed (value: unknown): unknown {
  return listOf(value) ?? value
}

function isOther (value: object): boolean {
  return types.isStringObject(value) || types.isMap(value) || ArrayBuffer.isView(value)
}

function isIterable (value: unknown): value is Iterable<unknown> & { readonly toJSON?: () => unknown } {
  return typeof value === 'object' && value !== null &&
    typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function'
}
