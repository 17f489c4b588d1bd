import { type Line, linesOf } from '../../views/json/lines.ts'
import type { RawModel } from '../model.ts'
import { Layout } from './Layout.tsx'
import { ownUrl } from './page-context.ts'

// Limits that keep the page small.
const MOST_LINES = 5000
const MOST_CHARACTERS = 500_000
const LONGEST_TOKEN = 2000
const DEEPEST = 30

/** The page that shows the JSON of a resource. */
export function RawPage ({ raw }: { raw: RawModel }) {
  const { path, prefix, status, reason, formats, accept, contentType, body } = raw
  const url = ownUrl(raw, 'json')
  const lines = body.length > MOST_CHARACTERS ? null : take(linesOf(body))
  return (
    <Layout
      page={raw} heading={`JSON of ${path.slice(0, 300)}`} tools={<a class='button' href={prefix + path}>Page</a>}
    >
      <div class='headline'>
        <h1>{path.slice(0, 300)}</h1>
        <p><span class={`status of-${Math.floor(status / 100)}`}>{status} {reason}</span></p>
      </div>
      <nav class='pages' aria-label='Formats'>
        {formats.map(format => (
          <a
            key={format.accept}
            href={`${url}?path=${encodeURIComponent(path)}&accept=${encodeURIComponent(format.accept)}`}
            aria-current={format.accept === accept ? 'page' : undefined}
          >
            {format.name}
          </a>
        ))}
      </nav>
      <section class='card raw' aria-label='JSON'>
        <p class='muted'>{contentType}</p>
        {lines === null
          ? (
            <p>
              {body.length.toLocaleString('en')} characters are too many for this page. Request it
              with <code>Accept: {accept}</code>.
            </p>
            )
          : <pre tabIndex={0} aria-label='JSON'>{lines.map((line, index) => lineView(line, index))}</pre>}
        {lines?.length === MOST_LINES && <p class='muted'>The first {MOST_LINES.toLocaleString('en')} lines.</p>}
      </section>
    </Layout>
  )
}

function take (lines: Iterable<Line>): Line[] {
  const first: Line[] = []
  for (const line of lines) if (first.push(line) === MOST_LINES) break
  return first
}

function lineView ({ depth, tokens }: Line, key: number) {
  return (
    <span key={key}>
      {'  '.repeat(Math.min(depth, DEEPEST))}
      {tokens.map(({ kind, source }, index) => {
        if (kind === 'punctuation') return source === ':' ? ': ' : source
        const text = source.length > LONGEST_TOKEN ? `${source.slice(0, LONGEST_TOKEN)}…` : source
        return <span key={index} class={kind}>{text}</span>
      })}
      {'\n'}
    </span>
  )
}
