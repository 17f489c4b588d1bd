import { isDotSegment, layoutOf } from './path-layout.ts'
import type { RouterSettings, Stop } from './path-layout.ts'
import { wildcardWriter } from './path-value.ts'
import { parameterNames } from './pattern.ts'
import type { RequiredPart, SegmentPart } from './pattern.ts'
import { capture, readIgnoringCase } from './read-back.ts'
import { percentEncoded, scalarText } from './encode.ts'

/** Makes the path of values, which stand in the order of the names it was compiled with; null when they cannot be carried. */
export type WritePath = (given: readonly unknown[]) => string | null

/** Writes one stop and adds what the router captures there. */
type WriteStop = (texts: readonly string[], captured: string[]) => string | null

// U+0130 and U+03A3: the characters whose lower case is longer, or depends on their neighbours.
const UNEVEN_CASE = /%C4%B0|%CE%A3/

/**
 * Compiles any pattern without an optional part into a function that compares what the router captures with the values:
 * for several parameters in one segment, nested capture groups, a name that is used twice, and routers that ignore case.
 */
export function checkedPath (parts: readonly RequiredPart[], names: readonly string[], router: RouterSettings): WritePath {
  const layout = layoutOf(parts, router)
  if (layout === null) return () => null
  const steps = layout.stops.map((stop) => ({ before: stop.before, write: stopWriter(stop, names, router) }))
  // The last of several parameters with one name gives its value.
  const positions = new Map(parameterNames(parts).map((name, position) => [names.indexOf(name), position]))
  const readBack = router.caseSensitive ? null : caseReader(parts, router)
  return (given) => {
    const texts = textsOf(given, positions)
    if (texts === null) return null
    const captured: string[] = []
    let path = ''
    for (const { before, write } of steps) {
      const written = write(texts, captured)
      if (written === null) return null
      path += before + written
    }
    path += layout.tail
    const read = readBack !== null && UNEVEN_CASE.test(path) ? readBack(path) : captured
    return read !== null && agree(read, texts, positions) ? path : null
  }
}

function textsOf (given: readonly unknown[], positions: ReadonlyMap<number, number>): string[] | null {
  const texts: string[] = []
  for (const slot of positions.keys()) {
    const text = scalarText(given[slot])
    if (text === null || text === '') return null
    texts[slot] = text
  }
  return texts
}

function agree (captured: readonly string[], texts: readonly string[], positions: ReadonlyMap<number, number>): boolean {
  for (const [slot, position] of positions) {
    if (captured[position] !== texts[slot]) return false
  }
  return true
}

function stopWriter (stop: Stop, names: readonly string[], router: RouterSettings): WriteStop {
  const { part } = stop
  if (part.kind === 'segment') return segmentStop(stop, part, names, router.maxParamLength)
  const slot = names.indexOf('*')
  const write = wildcardWriter(stop, router)
  return (texts, captured) => {
    captured.push(texts[slot]!)
    return write(texts[slot]!)
  }
}

function segmentStop ({ lead, statics }: Stop, part: SegmentPart, names: readonly string[], maxParamLength: number): WriteStop {
  const slots = part.parameters.map((name) => names.indexOf(name))
  return (texts, captured) => {
    let text = ''
    let written = ''
    for (let index = 0; index < slots.length; index++) {
      const value = texts[slots[index]!]!
      const encoded = value.length > maxParamLength ? null : percentEncoded(value)
      if (encoded === null) return null
      text += value + part.statics[index]
      written += encoded + statics[index]
    }
    return !isDotSegment(lead + text) && capture(part, text, maxParamLength, captured) ? written : null
  }
}

function caseReader (parts: readonly RequiredPart[], { ignoreTrailingSlash, maxParamLength }: RouterSettings): (path: string) => string[] | null {
  if (!ignoreTrailingSlash) return (path) => readIgnoringCase(parts, path, maxParamLength)
  const trimmed = parts.map((part, index) => index === parts.length - 1 && part.kind === 'static' ? { ...part, text: withoutLastSlash(part.text) } : part)
  return (path) => readIgnoringCase(trimmed, withoutLastSlash(path), maxParamLength)
}

function withoutLastSlash (text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text
}
