import { useState } from 'preact/hooks'
import { linesOf, type Line } from '../json/lines.ts'
import type { Token } from '../json/tokens.ts'
import { CopyButton } from './CopyButton.tsx'

// What a page shows at once without a pause.
const LINES_AT_ONCE = 400
const CHARACTERS_OF_A_TOKEN = 2000
const DEEPEST_INDENT = 30

/** A JSON text as it was sent, in lines and colours; more of it on demand. */
export function RawJson ({ text }: { text: string }) {
  const [lines] = useState(() => linesOf(text))
  const [parts, setParts] = useState(() => [take(lines, LINES_AT_ONCE)])
  const isWhole = parts.at(-1)!.length < LINES_AT_ONCE
  return (
    <div class='raw'>
      <CopyButton text={text} />
      <pre tabIndex={0} aria-label='JSON'>{parts.map((part, index) => <Part key={index} lines={part} />)}</pre>
      {!isWhole && <button type='button' class='more' onClick={() => setParts([...parts, take(lines, LINES_AT_ONCE)])}>Show more lines</button>}
    </div>
  )
}

function take (lines: Iterator<Line>, count: number): Line[] {
  const taken: Line[] = []
  for (let next = lines.next(); next.done !== true; next = lines.next()) {
    taken.push(next.value)
    if (taken.length === count) break
  }
  return taken
}

function Part ({ lines }: { lines: readonly Line[] }) {
  return <>{lines.map((line, index) => <LineView key={index} line={line} />)}</>
}

function LineView ({ line: { depth, tokens } }: { line: Line }) {
  return <>{'  '.repeat(Math.min(depth, DEEPEST_INDENT))}{tokens.map((token, index) => <TokenView key={index} token={token} />)}{'\n'}</>
}

function TokenView ({ token: { kind, text } }: { token: Token }) {
  if (kind === 'punctuation') return <>{text === ':' ? ': ' : text}</>
  const left = text.length - CHARACTERS_OF_A_TOKEN
  return <span class={kind}>{left > 0 ? `${text.slice(0, CHARACTERS_OF_A_TOKEN)}… (${left.toLocaleString('en')} more characters)` : text}</span>
}
