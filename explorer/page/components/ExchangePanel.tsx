import { isJsonType } from '../http/body.ts'
import type { ReceivedResponse, SentRequest, Exchange } from '../http/exchange.ts'
import { byteCount, duration } from '../../../views/wording.ts'
import { HeaderTable } from './HeaderTable.tsx'
import { Heading, type Level } from '../../../views/components/Heading.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { RawJson } from './RawJson.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Withheld } from './Withheld.tsx'

/** A request and its response, with headers and bodies. */
export function ExchangePanel ({ exchange, level = 2 }: { exchange: Exchange, level?: Level }) {
  const { request, response, milliseconds } = exchange
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
          <StatusBadge exchange={exchange} />{' '}
          <span class='muted'>{duration(milliseconds)}{response !== null && ` · ${byteCount(response.size)}`}</span>
        </p>
        {response === null ? <p>{exchange.reason}</p> : <ResponseDetails response={response} />}
      </section>
    </div>
  )
}

function RequestBody ({ request: { headers, body } }: { request: SentRequest }) {
  if (body === null) return null
  const isJson = headers.some(([name, value]) => name.toLowerCase() === 'content-type' && isJsonType(value))
  if (typeof body === 'string' && isJson) return <RawJson json={body} />
  const text = typeof body === 'string' ? body : [...body].map(([name, value]) => `${name}: ${String(value)}`).join('\n')
  return <pre class='source' tabIndex={0} aria-label='Body'><LongText text={text} limit={5000} /></pre>
}

function ResponseDetails ({ response: { redirected, url, headers, body } }: { response: ReceivedResponse }) {
  return (
    <>
      {redirected && <p>Redirected to <span class='path'>{url}</span></p>}
      <HeaderTable headers={headers} label='Response headers' />
      {body.kind === 'json' && <RawJson json={body.text} />}
      {body.kind === 'text' && <pre class='source' tabIndex={0} aria-label='Body'><LongText text={body.text} limit={5000} /></pre>}
    </>
  )
}
