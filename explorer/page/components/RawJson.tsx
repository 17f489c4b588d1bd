import { useState } from 'preact/hooks'
import { linesOf, type Line } from '../../../views/json/lines.ts'
import type { Token } from '../../../views/json/tokens.ts'
import { CopyButton } from './CopyButton.tsx'

// Limits that keep the page responsive.
const LINES_PER_PAGE = 400
const MAX_TOKEN_LENGTH = 2000
const MAX_INDENT = 30

/** Formatted and colored JSON, with its values as they are written. More lines are shown on demand. */
export function RawJson ({ json }: { json: string }) {
  const [lines] = useState(() => linesOf(json))
  const [pages, setPages] = useState(() => [take(lines, LINES_PER_PAGE)])
  const isComplete = pages.at(-1)!.length < LINES_PER_PAGE
  const showMore = () => setPages([...pages, take(lines, LINES_PER_PAGE)])
  return (
    <div class='raw'>
      <CopyButton text={json} />
      <pre tabIndex={0} aria-label='JSON'>{pages.map((page, index) => <Lines key={index} lines={page} />)}</pre>
      {!isComplete && <button type='button' class='more' onClick={showMore}>Show more lines</button>}
    </div>
  )
}

function take (lines: Iterator<Line>, count: number): Line[] {
  const result: Line[] = []
  for (let next = lines.next(); next.done !== true; next = lines.next()) {
    result.push(next.value)
    if (result.length === count) break
  }
  return result
}

function Lines ({ lines }: { lines: readonly Line[] }) {
  return <>{lines.map((line, index) => <LineView key={index} line={line} />)}</>
}

function LineView ({ line: { depth, tokens } }: { line: Line }) {
  return <>{'  '.repeat(Math.min(depth, MAX_INDENT))}{tokens.map((token, index) => <TokenView key={index} token={token} />)}{'\n'}</>
}

function TokenView ({ token: { kind, source } }: { token: Token }) {
  if (kind === 'punctuation') return <>{source === ':' ? ': ' : source}</>
  const hidden = source.length - MAX_TOKEN_LENGTH
  if (hidden <= 0) return <span class={kind}>{source}</span>
  return <span class={kind}>{source.slice(0, MAX_TOKEN_LENGTH)}… ({hidden.toLocaleString('en')} more characters)</span>
}
