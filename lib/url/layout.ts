import { encodedLiteral, encodedStatic, hasDotSegment } from './encode.ts'
import { parameterNames } from './pattern.ts'
import type { RequiredPart } from './pattern.ts'

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
  readonly kind: 'text' | 'digits' | 'wildcard'
  /** The literal text up to the next value or the end, percent-encoded. */
  readonly after: string
}

/** A pattern as literal text and values by turns. */
export interface Layout {
  /** The literal text before the first value, percent-encoded. */
  readonly prefix: string
  readonly slots: readonly Slot[]
}

/** Returns the layout of a pattern, or null if no URL reaches its literal text. */
export function layoutOf (parts: readonly RequiredPart[], router: RouterSettings): Layout | null {
  let prefix = ''
  const slots: Array<{ -readonly [K in keyof Slot]: Slot[K] }> = []
  for (const part of parts) {
    const texts = encodedTexts(part, router)
    if (texts.includes(null)) return null
    const names = parameterNames([part])
    const kind: Slot['kind'] = part.kind === 'segment' ? part.lone ?? 'text' : 'wildcard'
    if (names.length > 0) slots.push(...names.map((name, index) => ({ name, kind, after: texts[index]! })))
    else if (slots.length === 0) prefix = texts[0]!
    else slots.at(-1)!.after += texts[0]!
  }
  const sample = prefix + slots.map(({ after }) => `x${after}`).join('')
  return hasDotSegment(sample) ? null : { prefix, slots }
}

function encodedTexts (part: RequiredPart, router: RouterSettings): Array<string | null> {
  if (part.kind === 'wildcard') return ['']
  if (part.kind === 'segment') return part.statics.map(encodedStatic)
  return [cutsPath(part.text, router) ? null : encodedLiteral(part.text)]
}

// The router ends the path at these characters, before it compares literal text.
function cutsPath (text: string, { useSemicolonDelimiter }: RouterSettings): boolean {
  return (useSemicolonDelimiter ? /[?#;]/ : /[?#]/).test(text)
}
