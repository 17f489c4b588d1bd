import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useExplorer, useSender, useScope } from '../explorer.ts'
import type { Exchange } from '../http/exchange.ts'
import { withheldFrom } from '../http/request.ts'
import { pathOf } from '../../../views/hypermedia/destination.ts'
import type { Submission } from '../../../views/hypermedia/submission.ts'
import { ifMatchOf, useCondition } from '../if-match.ts'
import { Heading, type Level } from '../../../views/components/Heading.tsx'
import { Href } from './Href.tsx'
import { IfMatch } from './IfMatch.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { FormError } from './FormError.tsx'
import { Withheld } from './Withheld.tsx'

interface Props {
  readonly name: string
  readonly title: string | undefined
  readonly method: string
  /** If undefined, the URL of the document. */
  readonly target: string | undefined
  readonly level: Level
  /** Returns the request of the form. Called when its fields are valid. */
  readonly submission: (form: HTMLFormElement, path: string) => Submission
  /** The fields. */
  readonly children?: ComponentChildren
}

const CANCELLED = 'You cancelled the request. The server may have processed it.'

/** The common parts of all actions: name, method, target, button, and the error of the last request. */
export function ActionFrame ({ name, title, method, target, level, submission, children }: Props) {
  const explorer = useExplorer()
  const { settings, session } = useSender()
  const { base, offeredBy } = useScope()
  const [sending, setSending] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<Exchange | null>(null)
  const path = pathOf(target ?? '', base)
  const condition = useCondition(method, path)
  const withheld = path === null ? [] : withheldFrom(path, session, settings.base)
  const label = title ?? name

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (path === null || sending !== null) return
    const request = submission(event.currentTarget as HTMLFormElement, path)
    if (request.method === 'GET') return explorer.follow(request.path)
    const controller = new AbortController()
    setSending(controller)
    setFailure(await explorer.perform({ ...request, ifMatch: ifMatchOf(condition) }, controller.signal))
    setSending(null)
  }

  const reload = (exchange: Exchange) => {
    setFailure(null)
    condition?.reset()
    explorer.reload(exchange)
  }

  return (
    // HTML forms cannot contain forms, and the error can have its own. The role groups both under one name.
    <div class='action' role='form' aria-label={offeredBy === undefined ? label : `${label} (${offeredBy})`}>
      <form onSubmit={submit}>
        <Heading level={level}>{label}</Heading>
        <p class='line'>
          <MethodBadge method={method} /> {path === null ? <Href href={target ?? ''} /> : <span class='path'>{path}</span>}
          {title !== undefined && title !== name && <span class='muted'> {name}</span>}
        </p>
        {children}
        {condition !== null && <IfMatch condition={condition} />}
        {path !== null && withheld.length > 0 && <Withheld names={withheld} path={path} />}
        {path !== null && (
          <p class='buttons'>
            <button type='submit' class={`go ${method.toLowerCase()}`} disabled={sending !== null}>
              {sending !== null ? 'Sending…' : label}
            </button>
            {sending !== null && <button type='button' onClick={() => sending.abort(new Error(CANCELLED))}>Cancel</button>}
          </p>
        )}
      </form>
      {failure !== null && <FormError key={failure.id} exchange={failure} level={level} onReload={() => reload(failure)} />}
    </div>
  )
}
