import { hasDotSegment, percentEncoded, scalarString } from './encode.ts'
import type { Layout, RouterSettings, Slot } from './layout.ts'
import type { RequiredPart } from './pattern.ts'
import { parameterNames } from './pattern.ts'

/** Values by parameter name. */
export type Values = Readonly<Record<string, unknown>>

/** Returns what follows the literals at the start of a path, or null if no path carries the values. */
export type WriteSuffix = (values: Values) => string | null

const LONGEST_INTEGER = String(Number.MAX_SAFE_INTEGER).length
const DOT = 46

/**
 * Returns true if each value of the pattern can be checked on its own, without the router:
 * each parameter is the whole of its segment, and the router compares the path as it is, apart from case.
 */
export function isPlain (parts: readonly RequiredPart[], router: RouterSettings): boolean {
  const names = parameterNames(parts)
  if (new Set(names).size < names.length) return false
  return parts.every((part, index) => {
    if (part.kind === 'segment') return part.lone !== null
    // A path of a wildcard only needs a value that begins with a slash,
    // and a router that ignores slashes may change the value.
    return part.kind === 'static' || (index > 0 && !router.ignoreDuplicateSlashes && !router.ignoreTrailingSlash)
  })
}

/** Compiles a plain pattern. */
export function plainSuffix ({ prefix, slots }: Layout, router: RouterSettings): WriteSuffix {
  const writers = slots.map((slot, index) => valueWriter(slot, index === 0 ? prefix : slots[index - 1]!.after, router))
  return writers.length === 1 ? writers[0]! : severalValues(writers)
}

function severalValues (writers: readonly WriteSuffix[]): WriteSuffix {
  return values => {
    let suffix = ''
    for (const write of writers) {
      const part = write(values)
      if (part === null) return null
      suffix += part
    }
    return suffix
  }
}

/** Compiles one value after some literals, with the literals that follow it. */
function valueWriter (slot: Slot, before: string, { maxParamLength }: RouterSettings): WriteSuffix {
  // The part of the segment before the value.
  const start = before.slice(before.lastIndexOf('/') + 1)
  return slot.kind === 'wildcard'
    ? wildcardWriter(slot, start, maxParamLength)
    : parameterWriter(slot, start, maxParamLength)
}

function wildcardWriter ({ name, after }: Slot, start: string, maxParamLength: number): WriteSuffix {
  return values => {
    const string = ownString(values, name)
    if (string === null || hasDotSegment(start + string)) return null
    const value = encodedValue('wildcard', string, maxParamLength)
    if (value === null) return null
    return value + after
  }
}

function parameterWriter ({ name, kind, after }: Slot, start: string, maxParamLength: number): WriteSuffix {
  const takesIntegers = maxParamLength >= LONGEST_INTEGER
  return values => {
    if (!Object.hasOwn(values, name)) return null
    const value = values[name]
    // The digits of an integer need no check: 4 ns instead of 44.
    if (takesIntegers && typeof value === 'number' && value >= 0 && Number.isSafeInteger(value)) return value + after
    const string = scalarString(value)
    if (string === null || (string.charCodeAt(0) === DOT && isDotSegment(start + string))) return null
    const encoded = encodedValue(kind, string, maxParamLength)
    if (encoded === null) return null
    return encoded + after
  }
}

/** Reads an own value as a string; null for values that no path carries. */
export function ownString (values: Values, name: string): string | null {
  if (Object.hasOwn(values, name)) return scalarString(values[name])
  return null
}

/** Returns a value as it stands in the path, or null if it does not fit into a slot of that kind. */
export function encodedValue (kind: Slot['kind'], value: string, maxParamLength: number): string | null {
  if (value === '') return null
  if (kind === 'wildcard') return percentEncoded(value)?.replaceAll('%2F', '/') ?? null
  if (value.length > maxParamLength || (kind === 'digits' && !/^\d+$/.test(value))) return null
  return percentEncoded(value)
}

// A slash in the value is encoded, so it does not end the segment.
function isDotSegment (segment: string): boolean {
  return segment === '.' || segment === '..'
}
