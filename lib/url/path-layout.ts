import type { RequiredPart, SegmentPart, WildcardPart } from './pattern.ts'
import { literalEncoded } from './encode.ts'

/** What the router was told, as far as it decides which URL reaches a route. */
export interface RouterSettings {
  /** In UTF-16 units of the decoded value. */
  readonly maxParamLength: number
  readonly caseSensitive: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  readonly useSemicolonDelimiter: boolean
}

/** Where values enter a path. */
export interface Stop {
  readonly part: SegmentPart | WildcardPart
  /** The literal text before it, as the URL has it. */
  readonly before: string
  /** The end of that text after its last slash, decoded: it shares a segment with the value. */
  readonly lead: string
  /** The literal text within the segment, after each parameter, as the URL has it. */
  readonly statics: readonly string[]
}

/** The literal text of a path and the stops between. */
export interface Layout {
  readonly stops: readonly Stop[]
  readonly tail: string
}

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/

/** Whether a URL parser would resolve the segment away (RFC 3986 section 5.2.4). A slash in it is an encoded one. */
export function isDotSegment (segment: string): boolean {
  return segment === '.' || segment === '..'
}

/** Whether a URL parser would resolve a part of the path away. */
export function hasDotSegment (path: string): boolean {
  return DOT_SEGMENT.test(path)
}

/** The layout of a pattern without an optional part, or null when no URL reaches its literal text. */
export function layoutOf (parts: readonly RequiredPart[], router: RouterSettings): Layout | null {
  const stops: Stop[] = []
  let before = ''
  let lead = ''
  for (const part of parts) {
    const texts = part.kind === 'static' ? [staticText(part.text, router)] : part.kind === 'segment' ? part.statics.map(segmentText) : []
    if (!texts.every(isPresent)) return null
    if (part.kind === 'static') {
      before = texts[0]!
      lead = part.text.slice(part.text.lastIndexOf('/') + 1)
    } else {
      stops.push({ part, before, lead, statics: texts })
      before = lead = ''
    }
  }
  const sample = stops.map((stop) => `${stop.before}x${stop.statics.join('x')}`).join('') + before
  return hasDotSegment(sample) ? null : { stops, tail: before }
}

// The router compares it with the path in which reserved characters are still encoded: those must stand there as they are.
function staticText (text: string, router: RouterSettings): string | null {
  return (router.useSemicolonDelimiter ? /[?#;]/ : /[?#]/).test(text) ? null : literalEncoded(text)
}

// The text within a segment is compared after decoding, so that every character can be carried.
function segmentText (text: string): string | null {
  return literalEncoded(text)?.replace(/[?#;]/g, encodeURIComponent) ?? null
}

function isPresent (text: string | null): text is string {
  return text !== null
}
