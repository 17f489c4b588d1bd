import { useSender } from '../explorer.ts'
import type { HeaderPairs } from '../http/exchange.ts'
import { headerError } from '../http/request-headers.ts'
import { Menu } from './Menu.tsx'
import { SentTo } from './SentTo.tsx'

interface Props {
  readonly headers: HeaderPairs
  readonly onHeaders: (headers: HeaderPairs) => void
}

/** The headers that the user adds to requests below the API's base. */
export function RequestHeaders ({ headers, onHeaders }: Props) {
  const { settings: { base } } = useSender()
  const change = (at: number, header: readonly [string, string]) => onHeaders(headers.with(at, header))

  return (
    <Menu name='Headers' mark={headers.length > 0 && <span class='count'>{headers.length}</span>}>
      <p><SentTo base={base} /></p>
      {headers.map((header, at) => (
        <fieldset key={at}>
          <legend class='unseen'>Header {at + 1}</legend>
          <input
            aria-label='Name' placeholder='X-Tenant' value={header[0]} spellcheck={false} autocomplete='off'
            onInput={event => change(at, [event.currentTarget.value, header[1]])}
          />
          <input
            aria-label='Value' placeholder='acme' value={header[1]} spellcheck={false} autocomplete='off'
            onInput={event => change(at, [header[0], event.currentTarget.value])}
          />
          <button
            type='button' class='quiet' aria-label={`Remove header ${header[0]}`}
            onClick={() => onHeaders(headers.toSpliced(at, 1))}
          >
            Remove
          </button>
          {header.some(part => part !== '') && headerError(header) !== null && (
            <p class='fault'>{headerError(header)} It is not sent.</p>
          )}
        </fieldset>
      ))}
      <button type='button' onClick={() => onHeaders([...headers, ['', '']])}>Add a header</button>
    </Menu>
  )
}
