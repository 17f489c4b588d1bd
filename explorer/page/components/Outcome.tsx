import { failed, headerOf, type Exchange } from '../http/exchange.ts'
import { pathOf } from '../hypermedia/destination.ts'
import { duration } from '../wording.ts'
import { Disclosure } from './Disclosure.tsx'
import { ExchangePanel } from './ExchangePanel.tsx'
import { InsideLink } from './InsideLink.tsx'
import { MethodBadge } from './MethodBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  readonly exchange: Exchange
  /** Whether its answer is what the page shows. */
  readonly isShown: boolean
}

/** What the last action did, and where it leads. */
export function Outcome ({ exchange, isShown }: Props) {
  const { request: { method, path }, answer, milliseconds } = exchange
  const location = answer === null ? undefined : headerOf(answer, 'location') ?? headerOf(answer, 'content-location')
  const target = location === undefined ? null : pathOf(location, answer!.url)
  return (
    <section class={failed(exchange) ? 'outcome failed' : 'outcome'} aria-label='Last action'>
      <p>
        <MethodBadge method={method} /> <span class='path'>{path}</span> <StatusBadge exchange={exchange} /> <span class='muted'>{duration(milliseconds)}</span>
        {target !== null && <InsideLink path={target} class='button'>Open {target}</InsideLink>}
      </p>
      {!isShown && <Disclosure summary='Its request and response'>{() => <ExchangePanel exchange={exchange} />}</Disclosure>}
    </section>
  )
}
