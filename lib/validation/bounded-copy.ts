/** A copy of a value; the member lets a validator replace it as a whole. */
interface Copy { value: unknown }

/** Copies JSON of at most so many values; null if there are more. Other objects, such as files, are not copied. */
export function boundedCopy (value: unknown, most: number): Copy | null {
  const left = { count: most }
  const copied = copy(value, left)
  if (left.count < 0) return null
  return { value: copied }
}

function copy (value: unknown, left: { count: number }): unknown {
  if (--left.count < 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (value.length > left.count) return exceed(left)
    return value.map(item => copy(item, left))
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return value
  const made: Record<string, unknown> = {}
  for (const name in value) {
    if (left.count < 0) return made
    // A member `__proto__` is one like any other.
    const member = copy((value as Record<string, unknown>)[name], left)
    Object.defineProperty(made, name, { value: member, writable: true, enumerable: true, configurable: true })
  }
  return made
}

function exceed (left: { count: number }): null {
  left.count = -1
  return null
}
