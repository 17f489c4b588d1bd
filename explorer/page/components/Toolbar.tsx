import type { Session } from '../session.ts'
import { AddressBar } from './AddressBar.tsx'
import { FormatSwitch } from './FormatSwitch.tsx'
import { InsideLink } from './InsideLink.tsx'
import { Mark } from './Mark.tsx'
import { RequestHeaders } from './RequestHeaders.tsx'

interface Props {
  readonly entryPoint: string
  readonly path: string
  readonly session: Session
  readonly onSession: (session: Session) => void
}

/** Where we are and how we ask. */
export function Toolbar ({ entryPoint, path, session, onSession }: Props) {
  return (
    <header class='toolbar'>
      <InsideLink path={entryPoint} class='brand' label='API explorer: go to the entry point'><Mark /> <span>Explorer</span></InsideLink>
      <AddressBar key={path} path={path} />
      <FormatSwitch accept={session.accept} onAccept={accept => onSession({ ...session, accept })} />
      <RequestHeaders headers={session.headers} onHeaders={headers => onSession({ ...session, headers })} />
    </header>
  )
}
