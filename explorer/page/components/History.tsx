import { Disclosure } from '../../../views/components/Disclosure.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { duration } from '../../../views/wording.ts'
import type { Exchange } from '../http/exchange.ts'
import { ExchangePanel } from './ExchangePanel.tsx'
import { InternalLink } from './InternalLink.tsx'
import { Menu } from './Menu.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** The requests of this page, the newest first, each with its response. */
export function History ({ exchanges }: { exchanges: readonly Exchange[] }) {
  return (
    <Menu name='History' mark={<span class='count'>{exchanges.length}</span>}>
      <p>The requests of this page, the newest first. They are forgotten when the page is closed or loaded again.</p>
      <ol class='history' aria-label='Requests'>
        {exchanges.map(exchange => <li key={exchange.id}><Entry exchange={exchange} /></li>)}
      </ol>
    </Menu>
  )
}

function Entry ({ exchange }: { exchange: Exchange }) {
  const { request: { method, path }, milliseconds } = exchange
  const summary = (
    <>
      <MethodBadge method={method} /> <span class='path'>{path}</span>{' '}
      <StatusBadge exchange={exchange} /> <span class='muted'>{duration(milliseconds)}</span>
    </>
  )
  return (
    <Disclosure summary={summary}>
      {() => (
        <>
          {method === 'GET' && (
            <p><InternalLink path={path} class='button' label={`Open ${path}`}>Open</InternalLink></p>
          )}
          <ExchangePanel exchange={exchange} level={3} />
        </>
      )}
    </Disclosure>
  )
}
