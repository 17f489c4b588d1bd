import type { ComponentChildren } from 'preact'
import { pathOf } from '../../../hypermedia/destination.ts'
import { Heading, type Level } from '../../../views/components/Heading.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { type SubmissionOf, useAction } from '../action.ts'
import { useScope, useSender } from '../explorer.ts'
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
  readonly level: Level
  readonly submission: SubmissionOf
  /** Returns the fields, with the errors of the exchange that failed last; null for none. */
  readonly children?: (failure: Exchange | null) => ComponentChildren
}

/** The common parts of all actions: name, method, target, button, and the error of the last request. */
export function ActionFrame ({ name, title, method, target, level, submission, children }: Props) {
  const { base, offeredBy } = useScope()
  const path = pathOf(target ?? '', base)
  const { form, condition, sending, isInvalid, submit, send, check, reload } = useAction(method, path, submission)
  const label = title ?? name

  return (
    // HTML forms cannot contain forms, and the error can have its own. The role groups both under one name.
    <div
      class='action' role='form' aria-label={offeredBy === undefined ? label : `${label} (${offeredBy})`}
      data-action={name}
    >
      <form ref={form} class={isInvalid ? 'checked' : undefined} noValidate onSubmit={submit} onInput={check}>
        <Heading level={level}>{label}</Heading>
        <p class='line'>
          <MethodBadge method={method} /> {path === null
            ? <Href href={target ?? ''} />
            : <span class='path'>{path}</span>}
          {title !== undefined && title !== name && <span class='muted'> {name}</span>}
        </p>
        {children?.(sending.failure)}
        {condition !== null && <IfMatch condition={condition} />}
        {path !== null && <NotSent path={path} />}
        {path !== null && (
          <Buttons label={label} method={method} sending={sending} onSendAnyway={isInvalid ? send : null} />
        )}
      </form>
      {sending.failure !== null && (
        <FormError key={sending.failure.id} exchange={sending.failure} level={level} onReload={reload} />
      )}
    </div>
  )
}

// The headers of the session that the form is sent without.
function NotSent ({ path }: { path: string }) {
  const { settings, session } = useSender()
  const names = withheldFrom(path, session, settings.base)
  return names.length === 0 ? null : <Withheld names={names} path={path} />
}

interface ButtonsProps {
  readonly label: string
  readonly method: string
  readonly sending: Sending
  /** Set if the form's own check failed: the server decides. */
  readonly onSendAnyway: (() => void) | null
}

function Buttons ({ label, method, sending: { isSending, cancel }, onSendAnyway }: ButtonsProps) {
  return (
    <>
      <p class='buttons'>
        <button type='submit' class={`go ${method.toLowerCase()}`} disabled={isSending}>
          {isSending ? 'Sending…' : label}
        </button>
        {isSending && <button type='button' onClick={cancel}>Cancel</button>}
        {!isSending && onSendAnyway !== null && <button type='button' onClick={onSendAnyway}>Send anyway</button>}
      </p>
      {onSendAnyway !== null && <p class='fault' role='status'>{CHECK_FAILS}</p>}
    </>
  )
}
