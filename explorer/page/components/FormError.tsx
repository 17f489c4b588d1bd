import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks'
import { ResourceContext, SurroundingsContext, useSurroundings } from '../explorer.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../hypermedia/members.ts'
import { readProblem, type ProblemText } from '../hypermedia/problem.ts'
import { byteCount } from '../wording.ts'
import { Disclosure } from './Disclosure.tsx'
import { ExchangePanel } from './ExchangePanel.tsx'
import { below, type Level } from './Heading.tsx'
import { LongText } from './LongText.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  readonly exchange: Exchange
  readonly level: Level
  readonly onReload: () => void
}

/** Why a form was refused, beside the form, which stays as it was filled; and what the problem offers instead. */
export function Refusal ({ exchange, level, onReload }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const problem = useMemo(() => problemOf(exchange), [exchange])
  const ResourceView = useContext(ResourceContext)
  const advice = adviceFor(exchange)
  return (
    <div class='refusal' ref={box} tabIndex={-1}>
      <div class='reason' role='alert'>
        <StatusBadge exchange={exchange} />
        {problem === null ? <Reason exchange={exchange} /> : <ProblemSummary problem={problem} />}
        {advice !== undefined && <p>{advice}</p>}
        <Disclosure summary='Request and response'>{() => <ExchangePanel exchange={exchange} level={below(level)} />}</Disclosure>
      </div>
      {advice !== undefined && <p><button type='button' onClick={onReload}>Reload the resource</button></p>}
      {problem !== null && <Within exchange={exchange}><ResourceView value={problem.rest} level={below(level)} /></Within>}
    </div>
  )
}

// The problem's links and actions: relative to the problem, under the tag that was read with the resource.
function Within ({ exchange: { answer }, children }: { exchange: Exchange, children: ComponentChildren }) {
  const { tag, base } = useSurroundings()
  const surroundings = useMemo(() => ({ base: answer?.url ?? base, curies: new Map<string, string>(), tag, offeredBy: 'offered by the problem' }), [answer, base, tag])
  return <SurroundingsContext.Provider value={surroundings}>{children}</SurroundingsContext.Provider>
}

function problemOf ({ answer }: Exchange): ProblemText | null {
  return answer?.body.kind === 'json' && isObject(answer.body.value) ? readProblem(answer.body.value, 'The request was refused') : null
}

// Where the resource is not what the form was made for.
function adviceFor ({ request, answer }: Exchange): string | undefined {
  const isConditional = request.headers.some(([name]) => name.toLowerCase() === 'if-match')
  switch (answer?.status) {
    case 409: return 'The resource may have changed since it was read. Reload it to see it as it is now: a form that is still offered keeps what you typed.'
    case 412: return 'The resource has changed since it was read. Reload it: what you typed stays, and the next request has the new tag.'
    case 428: return isConditional ? undefined : 'The server requires If-Match. Switch it on above. Without such a line, reload the resource to read its tag.'
    default: return undefined
  }
}

function Reason ({ exchange }: { exchange: Exchange }) {
  if (exchange.answer === null) return <p>{exchange.reason}</p>
  const { body, size } = exchange.answer
  switch (body.kind) {
    case 'empty': return <p class='muted'>No reason is given.</p>
    case 'binary': return <p class='muted'>{byteCount(size)} of {body.mediaType}.</p>
    case 'text': return <pre class='source' tabIndex={0} aria-label='Text'><LongText text={body.text} /></pre>
    case 'json': return <p><LongText text={body.text} /></p>
  }
}
