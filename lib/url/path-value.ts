import { hasDotSegment, isDotSegment } from './path-layout.ts'
import type { RouterSettings, Stop } from './path-layout.ts'
import type { SegmentPart, WildcardPart } from './pattern.ts'
import { percentEncoded } from './encode.ts'

/** Writes the text of a value as it stands in the URL; null when the router would not read the same text back. */
export type WriteText = (text: string) => string | null

// One parameter, and no parenthesis within its expression: its group is then all of the segment but the literal text after it.
const LONE_GROUP = /^[^()]*(?:\((?!\?)[^()]*\)[^()]*)?$/
const DIGITS = new Set(['^(\\d+)$', '^([0-9]+)$'])
const LONGEST_INTEGER = String(Number.MAX_SAFE_INTEGER).length

/** Whether one value alone decides what is read back at this stop. */
export function isLone ({ part }: Stop): boolean {
  return part.kind === 'wildcard' || (part.parameters.length === 1 && LONE_GROUP.test(part.source))
}

/** Whether every safe integer from 0 on may be written there as it is. */
export function takesIntegers ({ part }: Stop, { maxParamLength }: RouterSettings): boolean {
  if (part.kind === 'wildcard' || maxParamLength < LONGEST_INTEGER) return false
  return part.expression === null || DIGITS.has(part.expression.source)
}

/** The writer of a lone segment. */
export function segmentWriter ({ lead, statics }: Stop, part: SegmentPart, { maxParamLength }: RouterSettings): WriteText {
  const { expression } = part
  const suffix = part.statics[0]!
  const encodedSuffix = statics[0]!
  return (text) => {
    if (text === '' || text.length > maxParamLength) return null
    if (text.charCodeAt(0) === 46 && isDotSegment(lead + text + suffix)) return null
    if (expression !== null && !expression.test(text + suffix)) return null
    const encoded = percentEncoded(text)
    return encoded === null ? null : encoded + encodedSuffix
  }
}

/** The writer of a wildcard, which keeps the slashes. */
export function wildcardWriter ({ before, lead }: Stop, router: RouterSettings): WriteText {
  return (text) => {
    if (text === '' || (before === '' && text[0] !== '/')) return null
    if (hasDotSegment(lead + text) || losesSlash(before + text, router)) return null
    return percentEncoded(text)?.replaceAll('%2F', '/') ?? null
  }
}

/** The writer of a lone segment or a wildcard. */
export function textWriter (stop: Stop, router: RouterSettings): WriteText {
  return isSegment(stop.part) ? segmentWriter(stop, stop.part, router) : wildcardWriter(stop, router)
}

function isSegment (part: SegmentPart | WildcardPart): part is SegmentPart {
  return part.kind === 'segment'
}

function losesSlash (path: string, { ignoreDuplicateSlashes, ignoreTrailingSlash }: RouterSettings): boolean {
  return (ignoreDuplicateSlashes && path.includes('//')) || (ignoreTrailingSlash && path.length > 1 && path.endsWith('/'))
}
