import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks'
import { isObject } from '../../../hypermedia/read.ts'
import { Disclosure } from '../../../views/components/Disclosure.tsx'
import { below, type Level } from '../../../views/components/Heading.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import { type ProblemDetails, readProblem } from '../../../views/problem.ts'
import { byteCount } from '../../../views/wording.ts'
import { ResourceContext, type Scope, ScopeContext, useScope } from '../explorer.ts'
import type { Exchange } from '../http/exchange.ts'
import { ExchangePanel } from './ExchangePanel.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { StatusBadge } from './StatusBadge.tsx'

const CONFLICT = 'The resource may have changed since it was read. Reload it to see its current state: ' +
  'the form keeps your values, if the resource still has it.'

const CHANGED = 'The resource has changed since it was read. Reload it: ' +
  'the form keeps your values, and the next request has the new entity tag.'

const CONDITION_REQUIRED = 'The server requires If-Match. Switch it on above. ' +
  'If it is not shown, reload the resource to read its entity tag.'

interface Props {
  readonly exchange: Exchange
  readonly level: Level
  readonly onReload: () => void
}

/** The error response of a form. The form keeps its values, and the links and actions of the problem can be used. */
export function FormError ({ exchange, level, onReload }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const problem = useMemo(() => problemOf(exchange), [exchange])
  const ResourceView = useContext(ResourceContext)
  const advice = adviceFor(exchange)
  return (
    <div class='form-error' ref={box} tabIndex={-1}>
      <div class='reason' role='alert'>
        <StatusBadge exchange={exchange} />
        {problem === null ? <Reason exchange={exchange} /> : <ProblemSummary problem={problem} />}
        {advice !== undefined && <p>{advice}</p>}
        <Disclosure summary='Request and response'>
          {() => <ExchangePanel exchange={exchange} level={below(level)} />}
        </Disclosure>
      </div>
      {advice !== undefined && <p><button type='button' onClick={onReload}>Reload the resource</button></p>}
      {problem !== null && (
        <ProblemScope exchange={exchange}>
          <ResourceView value={problem.otherMembers} level={below(level)} />
        </ProblemScope>
      )}
    </div>
  )
}

// The hrefs of a problem are relative to its own URL. Its actions use the entity tag of the resource.
function ProblemScope ({ exchange: { response }, children }: { exchange: Exchange, children: ComponentChildren }) {
  const { tag, base } = useScope()
  const scope = useMemo<Scope>(() => ({
    base: response?.url ?? base,
    curies: new Map(),
    tag,
    offeredBy: 'offered by the problem'
  }), [response, base, tag])
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>
}

function problemOf ({ response }: Exchange): ProblemDetails | null {
  const body = response?.body
  return body?.kind === 'json' && isObject(body.value) ? readProblem(body.value, 'The request was rejected') : null
}

// Returns what the user can do if the resource has changed, or if the server requires a condition.
function adviceFor ({ request, response }: Exchange): string | undefined {
  const isConditional = request.headers.some(([name]) => name.toLowerCase() === 'if-match')
  switch (response?.status) {
    case 409: return CONFLICT
    case 412: return CHANGED
    case 428: return isConditional ? undefined : CONDITION_REQUIRED
    default: return undefined
  }
}

function Reason ({ exchange }: { exchange: Exchange }) {
  if (exchange.response === null) return <p>{exchange.reason}</p>
  const { body, size } = exchange.response
  switch (body.kind) {
    case 'empty': return <p class='muted'>No reason is given.</p>
    case 'binary': return <p class='muted'>{byteCount(size)} of {body.mediaType}.</p>
    case 'text': return <pre class='source' tabIndex={0} aria-label='Text'><LongText text={body.text} /></pre>
    case 'json': return <p><LongText text={body.text} /></p>
  }
}
