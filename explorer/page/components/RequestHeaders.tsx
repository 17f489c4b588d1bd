import { useSender } from '../explorer.ts'
import type { HeaderPairs } from '../http/exchange.ts'
import { headerError } from '../http/request-headers.ts'

interface Props {
  readonly headers: HeaderPairs
  readonly onHeaders: (headers: HeaderPairs) => void
}

/** The headers that the user adds to requests below the API's base, such as a bearer token. */
export function RequestHeaders ({ headers, onHeaders }: Props) {
  const { settings: { base } } = useSender()
  const change = (at: number, header: readonly [string, string]) => onHeaders(headers.with(at, header))

  return (
    <details class='request-headers'>
      <summary>Headers{headers.length > 0 && <span class='count'>{headers.length}</span>}</summary>
      <div class='panel'>
        <p>{base === null ? 'Not sent, because the entry point is not a path.' : <SentTo base={base} />} Kept until this tab is closed.</p>
        {headers.map((header, at) => (
          <fieldset key={at}>
            <legend class='unseen'>Header {at + 1}</legend>
            <input
              aria-label='Name' placeholder='Authorization' value={header[0]} spellcheck={false} autocomplete='off'
              onInput={event => change(at, [event.currentTarget.value, header[1]])}
            />
            <input
              aria-label='Value' placeholder='Bearer …' value={header[1]} spellcheck={false} autocomplete='off'
              onInput={event => change(at, [header[0], event.currentTarget.value])}
            />
            <button
              type='button' class='quiet' aria-label={`Remove header ${header[0]}`}
              onClick={() => onHeaders(headers.toSpliced(at, 1))}
            >
              Remove
            </button>
            {header.some(part => part !== '') && headerError(header) !== null && <p class='fault'>{headerError(header)} It is not sent.</p>}
          </fieldset>
        ))}
        <button type='button' onClick={() => onHeaders([...headers, ['', '']])}>Add a header</button>
      </div>
    </details>
  )
}

function SentTo ({ base }: { base: string }) {
  if (base === '/') return <>Sent with every request.</>
  return <>Sent with every request below <span class='path'>{base}</span>.</>
}
