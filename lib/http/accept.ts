/**
 * Proactive negotiation with Accept: RFC 9110 sections 12.5.1 and 12.4.2. One linear pass over the
 * field; the header's own order never decides.
 */

import { isSemicolon, isSpace, partEnd, skipSpace, trimEnd } from './list-scanner.ts'

/** A format that can be sent. */
interface AcceptCandidate<F> {
  /** Concrete, without parameters, in lower case. */
  mediaType: string
  format: F
}

interface Range { readonly range: string, readonly specificity: number }

interface Ranked<F> extends AcceptCandidate<F> {
  /** The ranges that match the media type, the most specific first. */
  readonly ranges: readonly Range[]
}

/** The position in a field; beyond its end after a quote that is never closed. */
interface Reader { readonly field: string, at: number }

const LOWER_Q = 0x71
const EQUALS = 0x3d

const DOT = 0x2e
const ZERO = 0x30
const LONGEST_WEIGHT = '=0.000'.length
const SPECIFICITIES = 4

const REMEMBERED_FIELDS = 256
const REMEMBERED_LENGTH = 512

/**
 * Makes the function that chooses a format for an Accept field (RFC 9110 section 12.5.1).
 *
 * @param candidates in order of preference; the first is the default, for a field that is absent,
 * names none of them, or excludes all
 * @returns a function of the field's value, its lines joined; it never throws, and remembers a
 * bounded number of values
 * @throws RangeError without a candidate
 */
export function createNegotiator<F> (candidates: readonly AcceptCandidate<F>[]): (accept: string | undefined) => F {
  const ranked = candidates.map((candidate) => ({ ...candidate, ranges: rangesOf(candidate.mediaType) }))
  const [preferred] = ranked
  if (preferred === undefined) throw new RangeError('A negotiation needs at least one candidate')
  const known = new Set(ranked.flatMap(({ ranges }) => ranges.map(({ range }) => range)))
  const longest = Math.max(...Array.from(known, (range) => range.length))
  const candidateFor = remembering(preferred, (accept) => {
    return choose(ranked, preferred, readQualities(accept.toLowerCase(), known, longest))
  })
  return (accept) => candidateFor(accept).format
}

// Most requests have a field that was read before.
function remembering<A extends object> (absent: A, read: (accept: string) => A): (accept: string | undefined) => A {
  const known = new Map<string, A>()
  return (accept) => {
    if (accept === undefined) return absent
    if (accept.length > REMEMBERED_LENGTH) return read(accept)
    return known.get(accept) ?? remember(known, accept, read(accept))
  }
}

function remember<A> (known: Map<string, A>, accept: string, candidate: A): A {
  if (known.size === REMEMBERED_FIELDS) known.clear()
  known.set(accept, candidate)
  return candidate
}

function rangesOf (mediaType: string): Range[] {
  const type = mediaType.slice(0, mediaType.indexOf('/'))
  const ranges = [{ range: mediaType, specificity: 3 }]
  if (type === 'application' && mediaType.endsWith('+json')) {
    ranges.push({ range: 'application/*+json', specificity: 2 })
  }
  return [...ranges, { range: `${type}/*`, specificity: 1 }, { range: '*/*', specificity: 0 }]
}

function choose<F> (candidates: readonly Ranked<F>[], preferred: Ranked<F>, qualities: Map<string, number>): Ranked<F> {
  let chosen = preferred
  let best = 0
  for (const candidate of candidates) {
    const score = scoreOf(candidate.ranges, qualities)
    if (score <= best) continue
    best = score
    chosen = candidate
  }
  return chosen
}

// Quality first, then specificity; 0 if it is not acceptable.
function scoreOf (ranges: readonly Range[], qualities: Map<string, number>): number {
  for (const { range, specificity } of ranges) {
    const quality = qualities.get(range)
    if (quality !== undefined) return quality === 0 ? 0 : quality * SPECIFICITIES + specificity
  }
  return 0
}

/** Returns the highest quality of each known range of the field, in thousandths. */
function readQualities (field: string, known: ReadonlySet<string>, longest: number): Map<string, number> {
  const qualities = new Map<string, number>()
  for (const reader = { field, at: 0 }; reader.at < field.length; reader.at++) {
    const start = skipSpace(field, reader.at)
    reader.at = partEnd(field, start)
    const end = trimEnd(field, start, reader.at)
    const range = end - start > longest ? '' : field.slice(start, end)
    const quality = readQuality(reader)
    if (known.has(range) && quality > (qualities.get(range) ?? -1)) qualities.set(range, quality)
  }
  return qualities
}

/** Reads the parameters of a range; returns its quality in thousandths, `NaN` for a malformed one. */
function readQuality (reader: Reader): number {
  let quality: number | undefined
  while (isSemicolon(reader.field, reader.at)) {
    const start = skipSpace(reader.field, reader.at + 1)
    reader.at = partEnd(reader.field, start)
    quality ??= weightOf(reader.field, start, trimEnd(reader.field, start, reader.at))
  }
  if (reader.at > reader.field.length) return NaN
  return quality ?? 1000
}

function weightOf (field: string, start: number, end: number): number | undefined {
  if (start === end || field.charCodeAt(start) !== LOWER_Q) return undefined
  const nameEnd = start + 1
  if (nameEnd < end && field.charCodeAt(nameEnd) !== EQUALS && !isSpace(field, nameEnd)) return undefined
  return thousandths(field, nameEnd, end)
}

/** Returns 250 for `=0.25`, and `NaN` if it is not a weight (RFC 9110 section 12.4.2). */
function thousandths (field: string, start: number, end: number): number {
  const length = end - start
  if (length < 2 || length > LONGEST_WEIGHT || field.charCodeAt(start) !== EQUALS) return NaN
  if (length > 2 && field.charCodeAt(start + 2) !== DOT) return NaN
  let value = (field.charCodeAt(start + 1) - ZERO) * 1000
  if (value !== 0 && value !== 1000) return NaN
  for (let at = start + 3, unit = 100; at < end; at++, unit /= 10) {
    const digit = field.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return NaN
    value += digit * unit
  }
  if (value > 1000) return NaN
  return value
}
