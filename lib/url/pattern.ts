/** Literal text, un-escaped: `::` in the pattern is `:` here. */
export interface StaticPart {
  readonly kind: 'static'
  readonly text: string
}

/** The parameters between two slashes, with the literal text that follows each of them. */
export interface SegmentPart {
  readonly kind: 'segment'
  /** As the pattern writes it, from its first `:` on. */
  readonly source: string
  readonly parameters: readonly string[]
  /** One per parameter; what find-my-way looks for in the decoded segment, where a `%` of the pattern has become `%25`. */
  readonly statics: readonly string[]
  /** What find-my-way runs on the decoded segment; null for a lone `:name`, which takes all of it. */
  readonly expression: RegExp | null
}

/** The `*` at the end: everything that is left, slashes included. */
export interface WildcardPart {
  readonly kind: 'wildcard'
}

export type RequiredPart = StaticPart | SegmentPart | WildcardPart

/** What `/:name?` at the end of a pattern adds; the route has a second pattern without it. */
export interface OptionalPart {
  readonly kind: 'optional'
  readonly parts: readonly RequiredPart[]
}

export type PatternPart = RequiredPart | OptionalPart

const OPTIONAL = /(\/:[^/()]*?)\?(\/?)/
const SPECIAL = /[.*+?^${}()|[\]\\]/g

/**
 * Reads a route pattern as find-my-way 9 reads it.
 * Throws what `new RegExp` throws; the router refuses such a pattern when the route is registered.
 */
export function readPattern (pattern: string): PatternPart[] {
  const optional = OPTIONAL.exec(pattern)
  if (optional === null) return readRequired(pattern)
  return [
    ...readRequired(pattern.slice(0, optional.index)),
    { kind: 'optional', parts: readRequired(optional[1]!) },
    ...readRequired(optional[2]!)
  ]
}

/** The patterns that find-my-way registers for one: `short` is the one without the optional parameter, or null. */
export function patternVariants (pattern: string): { full: string, short: string | null } {
  const optional = OPTIONAL.exec(pattern)
  if (optional === null) return { full: pattern, short: null }
  const before = pattern.slice(0, optional.index)
  return { full: before + optional[1] + optional[2], short: (before + optional[2]) || '/' }
}

/** The names of the parameters of a pattern in their order, `*` for a wildcard; a name that is used twice is there twice. */
export function parameterNames (parts: readonly PatternPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'segment') return part.parameters
    if (part.kind === 'optional') return parameterNames(part.parts)
    return part.kind === 'wildcard' ? ['*'] : []
  })
}

/** Reads one of the variants of a pattern. */
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

function addStatic (parts: RequiredPart[], text: string): void {
  if (text !== '') parts.push({ kind: 'static', text: text.replaceAll('::', ':') })
}

function readSegment (pattern: string, from: number): SegmentPart {
  const parameters: string[] = []
  const statics: string[] = []
  let expression = ''
  let separator = ''
  let lazy = true
  let end = from
  do {
    const nameEnd = endOfName(pattern, end + 1)
    parameters.push(pattern.slice(end + 1, nameEnd))
    end = nameEnd
    if (pattern[nameEnd] === '(') {
      end = closingParenthesis(pattern, nameEnd) + 1
      expression += unanchored(pattern.slice(nameEnd, end))
      lazy = true
    } else {
      expression += lazy ? '(.*?)' : `(${separator}|(?:(?!${separator}).)*)`
      lazy = false
    }
    const start = end
    end = endOfStatic(pattern, start)
    const text = pattern.slice(start, end).replaceAll('::', ':').replaceAll('%', '%25')
    statics.push(text)
    if (text !== '') expression += separator = text.replace(SPECIAL, '\\$&')
  } while (pattern[end] === ':')
  const lone = expression === '(.*?)'
  return { kind: 'segment', source: pattern.slice(from, end), parameters, statics, expression: lone ? null : new RegExp(`^${expression}$`) }
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

// Character classes are not known here, as in find-my-way: `[)]` closes a group.
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

function unanchored (group: string): string {
  const opened = group[1] === '^' ? `(${group.slice(2)}` : group
  return opened.at(-2) === '$' ? `${opened.slice(0, -2)})` : opened
}
