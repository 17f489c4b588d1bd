import { Logo } from '../../../views/components/Logo.tsx'
import { useSender } from '../explorer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Session } from '../session.ts'
import { AddressBar } from './AddressBar.tsx'
import { FormatSwitch } from './FormatSwitch.tsx'
import { History } from './History.tsx'
import { InternalLink } from './InternalLink.tsx'
import { RequestHeaders } from './RequestHeaders.tsx'
import { TokenBox } from './TokenBox.tsx'

interface Props {
  readonly path: string
  readonly history: readonly Exchange[]
  readonly onSession: (session: Session) => void
}

/** The address, the format, the token and headers of requests, and their history. */
export function Toolbar ({ path, history, onSession }: Props) {
  const { settings: { entryPoint, formats }, session } = useSender()
  return (
    <header class='toolbar'>
      <InternalLink path={entryPoint} class='brand' label='API explorer: go to the entry point'>
        <Logo /> <span>Explorer</span>
      </InternalLink>
      <AddressBar key={path} path={path} />
      <FormatSwitch formats={formats} accept={session.accept} onAccept={accept => onSession({ ...session, accept })} />
      <div class='menus'>
        <TokenBox token={session.token} onToken={token => onSession({ ...session, token })} />
        <RequestHeaders headers={session.headers} onHeaders={headers => onSession({ ...session, headers })} />
        <History exchanges={history} />
      </div>
    </header>
  )
}
