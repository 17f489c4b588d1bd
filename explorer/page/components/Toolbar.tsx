import { useSender } from '../explorer.ts'
import type { Session } from '../session.ts'
import { AddressBar } from './AddressBar.tsx'
import { FormatSwitch } from './FormatSwitch.tsx'
import { InternalLink } from './InternalLink.tsx'
import { Logo } from '../../../views/components/Logo.tsx'
import { RequestHeaders } from './RequestHeaders.tsx'

interface Props {
  readonly path: string
  readonly onSession: (session: Session) => void
}

/** The address, the format and the request headers. */
export function Toolbar ({ path, onSession }: Props) {
  const { settings: { entryPoint, formats }, session } = useSender()
  return (
    <header class='toolbar'>
      <InternalLink path={entryPoint} class='brand' label='API explorer: go to the entry point'>
        <Logo /> <span>Explorer</span>
      </InternalLink>
      <AddressBar key={path} path={path} />
      <FormatSwitch formats={formats} accept={session.accept} onAccept={accept => onSession({ ...session, accept })} />
      <RequestHeaders headers={session.headers} onHeaders={headers => onSession({ ...session, headers })} />
    </header>
  )
}
