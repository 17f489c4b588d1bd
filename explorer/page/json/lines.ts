import { tokensOf, type Token } from './tokens.ts'

/** A line of a JSON text that is written for people. */
export interface Line {
  readonly depth: number
  readonly tokens: readonly Token[]
}

/** A JSON text, one member or element a line. Linear, and no further than is asked for. */
export function * linesOf (text: string): Generator<Line> {
  let depth = 0
  let line: Token[] = []
  let opened = false
  for (const token of tokensOf(text)) {
    const closes = token.text === '}' || token.text === ']'
    if (closes) depth = Math.max(depth - 1, 0)
    // What opens ends its line, unless it closes at once.
    if (line.length > 0 && opened !== closes) {
      yield { depth: opened ? depth - 1 : depth + 1, tokens: line }
      line = []
    }
    line.push(token)
    opened = token.text === '{' || token.text === '['
    if (opened) depth++
    if (token.text === ',') {
      yield { depth, tokens: line }
      line = []
    }
  }
  if (line.length > 0) yield { depth, tokens: line }
}
