import { useId, useState } from 'preact/hooks'
import { useSender } from '../explorer.ts'
import { headerError } from '../http/request-headers.ts'
import { authorizationOf } from '../http/token.ts'
import { Menu } from './Menu.tsx'
import { SentTo } from './SentTo.tsx'

interface Props {
  readonly token: string
  readonly onToken: (token: string) => void
}

/**
 * The bearer token of the session. It is masked, and applies when it is pasted or entered: the resource is read again.
 */
export function TokenBox ({ token, onToken }: Props) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const error = errorOf(token)
  const { settings: { base } } = useSender()
  const mark = <span class={error === null ? 'dot on' : 'dot wrong'}><span class='unseen'>is set</span></span>
  return (
    <Menu name='Token' mark={token !== '' && mark}>
      <label for={id}>Bearer token</label>
      <div class='token'>
        <input
          // Preact's types have one set of attributes per input type.
          id={id} type={(isShown ? 'text' : 'password') as 'text'} value={token}
          autocomplete='off' spellcheck={false} placeholder='eyJhbGciOi…'
          onPaste={event => pasteInto(event, onToken)} onChange={event => onToken(event.currentTarget.value.trim())}
        />
        <button type='button' aria-pressed={isShown} onClick={() => setShown(!isShown)}>Show</button>
        <button type='button' disabled={token === ''} onClick={() => onToken('')}>Forget</button>
      </div>
      {error !== null && <p class='fault'>{error} It is not sent.</p>}
      <p><SentTo base={base} /> For another scheme, write it before the value: <code>Basic …</code></p>
    </Menu>
  )
}

// The change event is too late: it waits until the focus moves.
function pasteInto (event: ClipboardEvent, onToken: (token: string) => void): void {
  const pasted = event.clipboardData?.getData('text/plain').trim() ?? ''
  if (pasted === '') return
  event.preventDefault()
  onToken(pasted)
}

function errorOf (token: string): string | null {
  const header = authorizationOf(token)
  return header === null ? null : headerError(header)
}
