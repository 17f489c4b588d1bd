import { useSender } from '../explorer.ts'
import type { Session } from '../session.ts'
import { AddressBar } from './AddressBar.tsx'
import { FormatSwitch } from './FormatSwitch.tsx'
import { InsideLink } from './InsideLink.tsx'
import { Mark } from './Mark.tsx'
import { RequestHeaders } from './RequestHeaders.tsx'

interface Props {
  readonly path: string
  readonly onSession: (session: Session) => void
}

/** Where we are and how we ask. */
export function Toolbar ({ path, onSession }: Props) {
  const { settings: { entryPoint, formats }, session } = useSender()
  return (
    <header class='toolbar'>
      <InsideLink path={entryPoint} class='brand' label='API explorer: go to the entry point'><Mark /> <span>Explorer</span></InsideLink>
      <AddressBar key={path} path={path} />
      <FormatSwitch formats={formats} accept={session.accept} onAccept={accept => onSession({ ...session, accept })} />
      <RequestHeaders headers={session.headers} onHeaders={headers => onSession({ ...session, headers })} />
    </header>
  )
}
