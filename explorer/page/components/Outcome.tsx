import { pathOf } from '../../../hypermedia/destination.ts'
import { Disclosure } from '../../../views/components/Disclosure.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { duration } from '../../../views/wording.ts'
import { type Exchange, failed, headerOf } from '../http/exchange.ts'
import { ExchangePanel } from './ExchangePanel.tsx'
import { InternalLink } from './InternalLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  readonly exchange: Exchange
  /** Whether the page shows its response. */
  readonly isShown: boolean
}

/** The status of the last action, with a link to its `Location`. */
export function Outcome ({ exchange, isShown }: Props) {
  const { request: { method, path }, response, milliseconds } = exchange
  const location =
    response === null ? undefined : headerOf(response, 'location') ?? headerOf(response, 'content-location')
  const target = location === undefined ? null : pathOf(location, response!.url)
  return (
    <section class={failed(exchange) ? 'outcome failed' : 'outcome'} aria-label='Last action'>
      <p>
        <MethodBadge method={method} /> <span class='path'>{path}</span>{' '}
        <StatusBadge exchange={exchange} /> <span class='muted'>{duration(milliseconds)}</span>
        {target !== null && <InternalLink path={target} class='button'>Open {target}</InternalLink>}
      </p>
      {!isShown && (
        <Disclosure summary='Its request and response'>{() => <ExchangePanel exchange={exchange} />}</Disclosure>
      )}
    </section>
  )
}
