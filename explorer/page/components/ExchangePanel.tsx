import { isJsonType } from '../http/body.ts'
import type { Answered, Asked, Exchange } from '../http/exchange.ts'
import { byteCount, duration } from '../wording.ts'
import { HeaderTable } from './HeaderTable.tsx'
import { Heading, type Level } from './Heading.tsx'
import { LongText } from './LongText.tsx'
import { MethodBadge } from './MethodBadge.tsx'
import { RawJson } from './RawJson.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Withheld } from './Withheld.tsx'

/** A request and its response, as they went over the wire. */
export function ExchangePanel ({ exchange, level = 2 }: { exchange: Exchange, level?: Level }) {
  const { request, answer, milliseconds } = exchange
  return (
    <div class='exchange'>
      <section class='card request'>
        <Heading level={level}>Request</Heading>
        <p class='line'><MethodBadge method={request.method} /> <span class='path'>{request.path}</span></p>
        <HeaderTable headers={request.headers} label='Request headers' />
        {request.withheld.length > 0 && <Withheld names={request.withheld} path={request.path} isSent />}
        <RequestBody request={request} />
      </section>
      <section class='card response'>
        <Heading level={level}>Response</Heading>
        <p class='line'>
          <StatusBadge exchange={exchange} /> <span class='muted'>{duration(milliseconds)}{answer !== null && ` · ${byteCount(answer.size)}`}</span>
        </p>
        {answer === null ? <p>{exchange.reason}</p> : <Answer answer={answer} />}
      </section>
    </div>
  )
}

function RequestBody ({ request: { headers, body } }: { request: Asked }) {
  if (body === null) return null
  const isJson = headers.some(([name, value]) => name.toLowerCase() === 'content-type' && isJsonType(value))
  if (typeof body === 'string' && isJson) return <RawJson text={body} />
  const text = typeof body === 'string' ? body : [...body].map(([name, value]) => `${name}: ${String(value)}`).join('\n')
  return <pre class='source' tabIndex={0} aria-label='Body'><LongText text={text} limit={5000} /></pre>
}

function Answer ({ answer: { redirected, url, headers, body } }: { answer: Answered }) {
  return (
    <>
      {redirected && <p>Redirected to <span class='path'>{url}</span></p>}
      <HeaderTable headers={headers} label='Response headers' />
      {body.kind === 'json' && <RawJson text={body.text} />}
      {body.kind === 'text' && <pre class='source' tabIndex={0} aria-label='Body'><LongText text={body.text} limit={5000} /></pre>}
    </>
  )
}
