import { type Token, tokensOf } from '../../lib/json/exact.ts'

/** A line of formatted JSON. */
export interface Line {
  readonly depth: number
  readonly tokens: readonly Token[]
}

/**
 * Generates lazily the lines of formatted JSON, with one member or element per line. Accepts invalid JSON.
 * Takes linear time.
 */
export function * linesOf (json: string): Generator<Line> {
  let depth = 0
  let line: Token[] = []
  let opened = false
  for (const token of tokensOf(json)) {
    const closes = token.source === '}' || token.source === ']'
    if (closes) depth = Math.max(depth - 1, 0)
    // An opening bracket ends its line, unless the closing bracket follows.
    if (line.length > 0 && opened !== closes) {
      yield { depth: opened ? depth - 1 : depth + 1, tokens: line }
      line = []
    }
    line.push(token)
    opened = token.source === '{' || token.source === '['
    if (opened) depth++
    if (token.source === ',') {
      yield { depth, tokens: line }
      line = []
    }
  }
  if (line.length > 0) yield { depth, tokens: line }
}

/** Returns JSON with one member or element per line, and its values as they are written. */
export function formatJson (json: string): string {
  return Array.from(linesOf(json), ({ depth, tokens }) =>
    '  '.repeat(depth) + tokens.map(({ source }) => source === ':' ? ': ' : source).join('')).join('\n')
}
