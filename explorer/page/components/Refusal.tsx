import { useEffect, useRef } from 'preact/hooks'
import type { Exchange } from '../http/exchange.ts'
import { isObject, membersOf } from '../hypermedia/members.ts'
import { readProblem } from '../hypermedia/problem.ts'
import { byteCount } from '../wording.ts'
import { Disclosure } from './Disclosure.tsx'
import { ExchangePanel } from './ExchangePanel.tsx'
import { LongText } from './LongText.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Entries } from './Value.tsx'

/** Why a form was refused, beside the form, which stays as it was filled. */
export function Refusal ({ exchange }: { exchange: Exchange }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [exchange])
  return (
    <div class='refusal' role='alert' ref={box} tabIndex={-1}>
      <StatusBadge exchange={exchange} />
      <Reason exchange={exchange} />
      <Disclosure summary='Request and response'>{() => <ExchangePanel exchange={exchange} />}</Disclosure>
    </div>
  )
}

function Reason ({ exchange }: { exchange: Exchange }) {
  if (exchange.answer === null) return <p>{exchange.reason}</p>
  const { body, size } = exchange.answer
  switch (body.kind) {
    case 'empty': return <p class='muted'>No reason is given.</p>
    case 'binary': return <p class='muted'>{byteCount(size)} of {body.mediaType}.</p>
    case 'text': return <pre class='source' tabIndex={0} aria-label='Text'><LongText text={body.text} /></pre>
    case 'json': {
      if (!isObject(body.value)) return <p><LongText text={body.text} /></p>
      const problem = readProblem(body.value, 'The request was refused')
      return <><ProblemSummary problem={problem} /><Entries entries={membersOf(problem.rest)} /></>
    }
  }
}
