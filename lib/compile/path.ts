import { checkedPath } from './checked-path.ts'
import type { WritePath } from './checked-path.ts'
import { layoutOf } from './path-layout.ts'
import type { Layout, RouterSettings, Stop } from './path-layout.ts'
import { isLone, takesIntegers, textWriter } from './path-value.ts'
import type { WriteText } from './path-value.ts'
import { parameterNames, patternVariants, readRequired } from './pattern.ts'
import type { RequiredPart } from './pattern.ts'
import { scalarText } from './url-text.ts'

export type { RouterSettings } from './path-layout.ts'

type Values = Readonly<Record<string, unknown>>

/** A route pattern as a function of values. */
export interface PathPattern {
  /** The names of the path parameters, each once, `*` for a wildcard. */
  readonly parameters: readonly string[]
  /**
   * The URL path, percent-encoded, from its first `/` on, without a query; it may begin with `//`.
   * Null when a value is missing or is none that the router would read back as the same text.
   * Every own property named by a parameter is read once; errors of getters are passed on.
   */
  path (values: Values): string | null
}

/** Compiles the pattern of a route for the router that it is registered with. */
export function compilePath (pattern: string, router: RouterSettings): PathPattern {
  const { full, short } = patternVariants(pattern)
  const parts = partsOf(full, router)
  const parameters = [...new Set(parameterNames(parts))]
  const path = short === null ? requiredPath(parts, parameters, router) : optionalPath(parts, partsOf(short, router), parameters, router)
  return { parameters, path }
}

function partsOf (pattern: string, { ignoreDuplicateSlashes }: RouterSettings): RequiredPart[] {
  return readRequired(ignoreDuplicateSlashes ? pattern.replace(/\/\/+/g, '/') : pattern)
}

function requiredPath (parts: readonly RequiredPart[], names: readonly string[], router: RouterSettings): PathPattern['path'] {
  const layout = layoutOf(parts, router)
  if (layout === null) return () => null
  const { stops, tail } = layout
  if (stops.length === 0) return () => tail
  if (!router.caseSensitive || names.length < stops.length || !stops.every(isLone)) {
    const write = checkedPath(parts, names, router)
    return (values) => write(ownValues(values, names))
  }
  return stops.length === 1 ? oneValue(slotOf(stops[0]!, router), tail) : manyValues(layout, router)
}

// The short pattern holds where the optional parameter has no value: `/posts`, never `/posts/`.
function optionalPath (parts: readonly RequiredPart[], short: readonly RequiredPart[], names: readonly string[], router: RouterSettings): PathPattern['path'] {
  const required = new Set(parameterNames(short))
  const optional = [...names.keys()].filter((slot) => !required.has(names[slot]!))
  const writeFull: WritePath = checkedPath(parts, names, router)
  const writeShort: WritePath = checkedPath(short, names, router)
  return (values) => {
    const given = ownValues(values, names)
    const absent = optional.every((slot) => given[slot] === undefined || given[slot] === null)
    return absent ? writeShort(given) : writeFull(given)
  }
}

function ownValues (values: Values, names: readonly string[]): unknown[] {
  return names.map((name) => Object.hasOwn(values, name) ? values[name] : undefined)
}

/** One value alone between literal texts. */
interface Slot {
  readonly name: string
  readonly before: string
  readonly integers: boolean
  readonly write: WriteText
}

function slotOf (stop: Stop, router: RouterSettings): Slot {
  const name = parameterNames([stop.part])[0]!
  return { name, before: stop.before, integers: takesIntegers(stop, router), write: textWriter(stop, router) }
}

function oneValue (slot: Slot, tail: string): PathPattern['path'] {
  return (values) => {
    const carried = carriedBy(slot, values)
    return carried === null ? null : carried + tail
  }
}

function manyValues ({ stops, tail }: Layout, router: RouterSettings): PathPattern['path'] {
  const slots = stops.map((stop) => slotOf(stop, router))
  return (values) => {
    let path = ''
    for (const slot of slots) {
      const carried = carriedBy(slot, values)
      if (carried === null) return null
      path += carried
    }
    return path + tail
  }
}

function carriedBy ({ name, before, integers, write }: Slot, values: Values): string | null {
  if (!Object.hasOwn(values, name)) return null
  const value = values[name]
  // Nothing to look at in the digits of an integer.
  if (integers && typeof value === 'number' && value >= 0 && Number.isSafeInteger(value)) return before + value
  const text = scalarText(value)
  const written = text === null ? null : write(text)
  return written === null ? null : before + written
}
