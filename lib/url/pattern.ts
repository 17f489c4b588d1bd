/** A literal: `::` in the pattern is `:` here. */
export interface StaticPart {
  readonly kind: 'static'
  readonly literal: string
}

/** The parameters between two slashes, with the literal after each of them. */
export interface SegmentPart {
  readonly kind: 'segment'
  /** The source in the pattern, from its first `:` on. */
  readonly source: string
  readonly parameters: readonly string[]
  /**
   * One per parameter. find-my-way compares it with the decoded segment,
   * where it expects `%25` for a `%` of the pattern.
   */
  readonly statics: readonly string[]
  /** For a segment of one parameter and nothing else: whether it matches any string, or digits only. Else null. */
  readonly lone: 'string' | 'digits' | null
}

/** The `*` at the end of a pattern. It matches the remaining path with its slashes. */
interface WildcardPart {
  readonly kind: 'wildcard'
}

export type RequiredPart = StaticPart | SegmentPart | WildcardPart

const OPTIONAL = /(\/:[^/()]*?)\?(\/?)/

/**
 * Returns the patterns that find-my-way registers for one: `short` has no optional parameter,
 * and is null if `pattern` has none.
 */
export function patternVariants (pattern: string): { full: string, short: string | null } {
  const optional = OPTIONAL.exec(pattern)
  if (optional === null) return { full: pattern, short: null }
  const before = pattern.slice(0, optional.index)
  return { full: before + optional[1] + optional[2], short: (before + optional[2]) || '/' }
}

/** Returns the parameter names in order, with duplicates; `*` for a wildcard. */
export function parameterNames (parts: readonly RequiredPart[]): string[] {
  return parts.flatMap(part => {
    if (part.kind === 'segment') return part.parameters
    if (part.kind === 'wildcard') return ['*']
    return []
  })
}

/**
 * Reads a pattern without an optional parameter as find-my-way 9 reads it.
 * @throws TypeError for a parenthesis that is not closed; the router rejects such a pattern too
 */
export function readRequired (pattern: string): RequiredPart[] {
  const parts: RequiredPart[] = []
  let start = 0
  let index = 0
  while (index < pattern.length) {
    const character = pattern[index]
    if (character === ':' && pattern[index + 1] === ':') {
      index += 2
    } else if (character === ':' || character === '*') {
      addStatic(parts, pattern.slice(start, index))
      const part = character === '*' ? { kind: 'wildcard' as const } : readSegment(pattern, index)
      parts.push(part)
      index += part.kind === 'wildcard' ? 1 : part.source.length
      start = index
    } else {
      index++
    }
  }
  addStatic(parts, pattern.slice(start))
  return parts
}

function addStatic (parts: RequiredPart[], literal: string): void {
  if (literal !== '') parts.push({ kind: 'static', literal: literal.replaceAll('::', ':') })
}

function readSegment (pattern: string, from: number): SegmentPart {
  const parameters: string[] = []
  const statics: string[] = []
  let end = from
  do {
    const nameEnd = endOfName(pattern, end + 1)
    parameters.push(pattern.slice(end + 1, nameEnd))
    const start = pattern[nameEnd] === '(' ? closingParenthesis(pattern, nameEnd) + 1 : nameEnd
    end = endOfStatic(pattern, start)
    statics.push(pattern.slice(start, end).replaceAll('::', ':').replaceAll('%', '%25'))
  } while (pattern[end] === ':')
  const source = pattern.slice(from, end)
  return { kind: 'segment', source, parameters, statics, lone: loneKind(source, parameters[0]!) }
}

const DIGITS = /^\(\^?(?:\\d|\[0-9\])\+\$?\)$/

function loneKind (source: string, parameter: string): SegmentPart['lone'] {
  const expression = source.slice(1 + parameter.length)
  if (expression === '') return 'string'
  if (DIGITS.test(expression)) return 'digits'
  return null
}

// A colon does not end a name: `:id::undelete` is one parameter of that name.
function endOfName (pattern: string, from: number): number {
  let index = from
  while (index < pattern.length && !'(-./'.includes(pattern[index]!)) index++
  return index
}

function endOfStatic (pattern: string, from: number): number {
  let index = from
  while (index < pattern.length && pattern[index] !== '/') {
    if (pattern[index] === ':') {
      if (pattern[index + 1] !== ':') break
      index++
    }
    index++
  }
  return index
}

// Ignores character classes, as find-my-way does: `[)]` closes a group.
function closingParenthesis (pattern: string, open: number): number {
  let depth = 0
  for (let index = open; index < pattern.length; index++) {
    const character = pattern[index]
    if (character === '\\') index++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return index
  }
  throw new TypeError(`Invalid regexp expression in "${pattern}"`)
}
