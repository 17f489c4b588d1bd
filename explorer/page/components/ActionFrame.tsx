import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { pathOf } from '../../../hypermedia/destination.ts'
import { Confirmation } from '../../../views/components/Confirmation.tsx'
import type { Level } from '../../../views/components/Heading.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { isRemoval } from '../../../views/removal.ts'
import { type SubmissionOf, useAction } from '../action.ts'
import { type Opened, useScope, useSender } from '../explorer.ts'
import type { Exchange } from '../http/exchange.ts'
import { withheldFrom } from '../http/request.ts'
import type { Sending } from '../sending.ts'
import { FormError } from './FormError.tsx'
import { Href } from './Href.tsx'
import { IfMatch } from './IfMatch.tsx'
import { Withheld } from './Withheld.tsx'

const CHECK_FAILS = "Not sent: the marked fields fail the form's own check. The server may have another opinion."

interface Props {
  readonly name: string
  readonly title: string | undefined
  readonly method: string
  /** If undefined, the URL of the document. */
  readonly target: string | undefined
  /** Whether it cannot be undone. @default what its method has */
  readonly isDangerous?: boolean
  /** Of the section that has the action. */
  readonly level: Level
  readonly submission: SubmissionOf
  /** Returns the fields, with the errors of the exchange that failed last; null for none. */
  readonly children?: (failure: Exchange | null) => ComponentChildren
}

/**
 * The common parts of all actions: a line with the name, the method and the target, which opens to the form with its
 * button and the error of the last request.
 */
export function ActionFrame (props: Props) {
  const { name, title, method, target = '', level, submission, children } = props
  const isDangerous = props.isDangerous === true || isRemoval(props)
  const { base, offeredBy, opened } = useScope()
  const path = pathOf(target, base)
  const { form, condition, sending, isInvalid, submit, send, check, reload } = useAction(method, path, submission)
  const fold = useOpened(opened?.action === name ? opened : null)
  const label = title ?? name

  return (
    <details class='act' ref={fold}>
      <summary>
        <span class='label'>{label}</span> <MethodBadge method={method} /> <span class='path'>{path}</span>
        {title !== undefined && title !== name && <span class='muted'> {name}</span>}
      </summary>
      {/* HTML forms cannot contain forms, and the error can have its own. The role groups both under one name. */}
      <div class='action' role='form' aria-label={offeredBy === undefined ? label : `${label} (${offeredBy})`}>
        <form ref={form} class={isInvalid ? 'checked' : undefined} noValidate onSubmit={submit} onInput={check}>
          {path === null && <p class='line'><Href href={target} /></p>}
          {children?.(sending.failure)}
          {condition !== null && <IfMatch condition={condition} />}
          {path !== null && <NotSent path={path} />}
          {path !== null && isDangerous && <Confirmation />}
          {path !== null && (
            <Buttons {...{ label, isDangerous, sending }} onSendAnyway={isInvalid ? send : null} />
          )}
        </form>
        {sending.failure !== null && (
          <FormError key={sending.failure.id} exchange={sending.failure} level={level} onReload={reload} />
        )}
      </div>
    </details>
  )
}

const FIELD = 'input:not([type=hidden], [type=checkbox]), select, textarea'

// Opens the form that a badge of its row names, with the focus on its first field, or its button.
function useOpened (opened: Opened | null) {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (opened === null) return
    fold.current!.open = true
    const control = fold.current!.querySelector<HTMLElement>(FIELD) ?? fold.current!.querySelector('button')
    control?.focus()
  }, [opened])
  return fold
}

// The headers of the session that the form is sent without.
function NotSent ({ path }: { path: string }) {
  const { settings, session } = useSender()
  const names = withheldFrom(path, session, settings.base)
  return names.length === 0 ? null : <Withheld names={names} path={path} />
}

interface ButtonsProps {
  readonly label: string
  readonly isDangerous: boolean
  readonly sending: Sending
  /** Set if the form's own check failed: the server decides. */
  readonly onSendAnyway: (() => void) | null
}

function Buttons ({ label, isDangerous, sending: { isSending, cancel }, onSendAnyway }: ButtonsProps) {
  return (
    <>
      <p class='buttons'>
        <button type='submit' class={isDangerous ? 'go delete' : 'go'} disabled={isSending}>
          {isSending ? 'Sending…' : label}
        </button>
        {isSending && <button type='button' onClick={cancel}>Cancel</button>}
        {!isSending && onSendAnyway !== null && <button type='button' onClick={onSendAnyway}>Send anyway</button>}
      </p>
      {onSendAnyway !== null && <p class='fault' role='status'>{CHECK_FAILS}</p>}
    </>
  )
}
