import { encodedLiteral, encodedStatic, hasDotSegment } from './encode.ts'
import type { RequiredPart } from './pattern.ts'
import { parameterNames } from './pattern.ts'

/** The router options that decide which URL reaches a route. */
export interface RouterSettings {
  /** In UTF-16 units of the decoded value. */
  readonly maxParamLength: number
  readonly caseSensitive: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  readonly useSemicolonDelimiter: boolean
}

/** The place of one value in a path. */
export interface Slot {
  /** The parameter, `*` for a wildcard. */
  readonly name: string
  readonly kind: 'string' | 'digits' | 'wildcard'
  /** The literals up to the next value or the end, percent-encoded. */
  readonly after: string
}

/** A pattern as literals and values by turns. */
export interface Layout {
  /** The literals before the first value, percent-encoded. */
  readonly prefix: string
  readonly slots: readonly Slot[]
}

/** Returns the layout of a pattern, or null if no URL reaches its literals. */
export function layoutOf (parts: readonly RequiredPart[], router: RouterSettings): Layout | null {
  let prefix = ''
  const slots: Array<{ -readonly [K in keyof Slot]: Slot[K] }> = []
  for (const part of parts) {
    const literals = encodedLiterals(part, router)
    if (literals.includes(null)) return null
    const names = parameterNames([part])
    const kind: Slot['kind'] = part.kind === 'segment' ? part.lone ?? 'string' : 'wildcard'
    if (names.length > 0) slots.push(...names.map((name, index) => ({ name, kind, after: literals[index]! })))
    else if (slots.length === 0) prefix = literals[0]!
    else slots.at(-1)!.after += literals[0]!
  }
  const sample = prefix + slots.map(({ after }) => `x${after}`).join('')
  if (hasDotSegment(sample)) return null
  return { prefix, slots }
}

function encodedLiterals (part: RequiredPart, router: RouterSettings): Array<string | null> {
  if (part.kind === 'wildcard') return ['']
  if (part.kind === 'segment') return part.statics.map(encodedStatic)
  return [cutsPath(part.literal, router) ? null : encodedLiteral(part.literal)]
}

// The router ends the path at these characters, before it compares literals.
function cutsPath (literal: string, { useSemicolonDelimiter }: RouterSettings): boolean {
  return (useSemicolonDelimiter ? /[?#;]/ : /[?#]/).test(literal)
}
