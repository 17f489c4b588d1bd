import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useExplorer, useSurroundings } from '../explorer.ts'
import type { Exchange } from '../http/exchange.ts'
import { pathOf } from '../hypermedia/destination.ts'
import type { Submission } from '../hypermedia/submission.ts'
import { Heading, type Level } from './Heading.tsx'
import { Href } from './Href.tsx'
import { MethodBadge } from './MethodBadge.tsx'
import { Refusal } from './Refusal.tsx'

interface Props {
  readonly name: string
  readonly title: string | undefined
  readonly method: string
  /** Undefined stands for the URL of the document. */
  readonly target: string | undefined
  readonly level: Level
  /** The request, when all that was entered is right. */
  readonly submission: (form: HTMLFormElement, path: string) => Submission
  /** The fields. */
  readonly children?: ComponentChildren
}

/** What every action has: its name, where it goes, a button, and what became of it. */
export function ActionFrame ({ name, title, method, target, level, submission, children }: Props) {
  const explorer = useExplorer()
  const { base } = useSurroundings()
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<Exchange | null>(null)
  const path = pathOf(target ?? '', base)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (path === null || isSending) return
    const request = submission(event.currentTarget as HTMLFormElement, path)
    if (request.method === 'GET') return explorer.follow(request.path)
    setSending(true)
    setRefused(await explorer.perform(request))
    setSending(false)
  }

  return (
    <form class='action' aria-label={title ?? name} onSubmit={submit}>
      <Heading level={level}>{title ?? name}</Heading>
      <p class='line'>
        <MethodBadge method={method} /> {path === null ? <Href href={target ?? ''} /> : <span class='path'>{path}</span>}
        {title !== undefined && title !== name && <span class='muted'> {name}</span>}
      </p>
      {children}
      {path !== null && <button type='submit' class={`go ${method.toLowerCase()}`} disabled={isSending}>{isSending ? 'Sending…' : title ?? name}</button>}
      {refused !== null && <Refusal exchange={refused} />}
    </form>
  )
}
