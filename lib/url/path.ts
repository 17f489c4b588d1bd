import { checkedPath } from './checked-path.ts'
import type { WritePath } from './checked-path.ts'
import { layoutOf } from './path-layout.ts'
import type { RouterSettings, Stop } from './path-layout.ts'
import { isLone, takesIntegers, textWriter } from './path-value.ts'
import type { WriteText } from './path-value.ts'
import { parameterNames, patternVariants, readRequired } from './pattern.ts'
import type { RequiredPart } from './pattern.ts'
import { scalarText } from './encode.ts'

export type { RouterSettings } from './path-layout.ts'

type Values = Readonly<Record<string, unknown>>

/** A route pattern as a function of values. */
export interface PathPattern {
  /** The names of the path parameters, each once, `*` for a wildcard. */
  readonly parameters: readonly string[]
  /** What every path of the pattern begins with, percent-encoded. */
  readonly before: string
  /** What follows `before`: the part of the path that depends on the values; null as for `path`. */
  rest (values: Values): string | null
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
  const { before, rest } = short === null ? requiredPath(parts, parameters, router) : optionalPath(parts, partsOf(short, router), parameters, router)
  return new CompiledPath(parameters, before, rest)
}

// A class, so that an app with a thousand patterns has one function for their whole paths.
class CompiledPath implements PathPattern {
  readonly parameters: readonly string[]
  readonly before: string
  readonly rest: PathPattern['rest']

  constructor (parameters: readonly string[], before: string, rest: PathPattern['rest']) {
    this.parameters = parameters
    this.before = before
    this.rest = rest
  }

  path (values: Values): string | null {
    const text = this.rest(values)
    return text === null ? null : this.before + text
  }
}

type Split = Pick<PathPattern, 'before' | 'rest'>

function partsOf (pattern: string, { ignoreDuplicateSlashes }: RouterSettings): RequiredPart[] {
  return readRequired(ignoreDuplicateSlashes ? pattern.replace(/\/\/+/g, '/') : pattern)
}

function requiredPath (parts: readonly RequiredPart[], names: readonly string[], router: RouterSettings): Split {
  const layout = layoutOf(parts, router)
  if (layout === null) return { before: '', rest: () => null }
  const { stops, tail } = layout
  if (stops.length === 0) return { before: tail, rest: () => '' }
  if (!router.caseSensitive || names.length < stops.length || !stops.every(isLone)) {
    const write = checkedPath(parts, names, router)
    return { before: '', rest: (values) => write(ownValues(values, names)) }
  }
  const [first, ...more] = stops.map((stop) => slotOf(stop, router))
  const { before } = first!
  return { before, rest: more.length === 0 ? oneValue(first!, tail) : manyValues([{ ...first!, before: '' }, ...more], tail) }
}

// The short pattern holds where the optional parameter has no value: `/posts`, never `/posts/`.
function optionalPath (parts: readonly RequiredPart[], short: readonly RequiredPart[], names: readonly string[], router: RouterSettings): Split {
  const required = new Set(parameterNames(short))
  const optional = [...names.keys()].filter((slot) => !required.has(names[slot]!))
  const writeFull: WritePath = checkedPath(parts, names, router)
  const writeShort: WritePath = checkedPath(short, names, router)
  return {
    before: '',
    rest (values) {
      const given = ownValues(values, names)
      const absent = optional.every((slot) => given[slot] === undefined || given[slot] === null)
      return absent ? writeShort(given) : writeFull(given)
    }
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

function oneValue (slot: Slot, tail: string): PathPattern['rest'] {
  if (tail === '') return (values) => valueText(slot, values)
  return (values) => {
    const text = valueText(slot, values)
    return text === null ? null : text + tail
  }
}

function manyValues (slots: readonly Slot[], tail: string): PathPattern['rest'] {
  return (values) => {
    let path = ''
    for (const slot of slots) {
      const text = valueText(slot, values)
      if (text === null) return null
      path += slot.before + text
    }
    return path + tail
  }
}

function valueText ({ name, integers, write }: Slot, values: Values): string | null {
  if (!Object.hasOwn(values, name)) return null
  const value = values[name]
  // Nothing to look at in the digits of an integer: 4 ns where escaping takes 44.
  if (integers && typeof value === 'number' && value >= 0 && Number.isSafeInteger(value)) return '' + value
  const text = scalarText(value)
  return text === null ? null : write(text)
}
