import { useMemo, useState } from 'preact/hooks'
import { Heading, type Level } from '../../../views/components/Heading.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { byteCount, duration } from '../../../views/wording.ts'
import { type Scope, ScopeContext } from '../explorer.ts'
import { isJsonType } from '../http/body.ts'
import { curlOf } from '../http/curl.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../http/exchange.ts'
import { isSecret } from '../http/secrets.ts'
import { CopyButton } from './CopyButton.tsx'
import { HeaderTable } from './HeaderTable.tsx'
import { JsonBody } from './JsonBody.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Withheld } from './Withheld.tsx'

/** A request and its response, with headers and bodies. */
export function ExchangePanel ({ exchange, level = 2 }: { exchange: Exchange, level?: Level }) {
  const { request, response, milliseconds } = exchange
  const scope = useMemo<Scope>(
    () => ({ base: response?.url ?? location.origin + request.path, curies: new Map(), tag: null }), [exchange]
  )
  return (
    <ScopeContext.Provider value={scope}>
      <div class='exchange'>
        <Request request={request} level={level} />
        <section class='card response'>
          <Heading level={level}>Response</Heading>
          <p class='line'>
            <StatusBadge exchange={exchange} />{' '}
            <span class='muted'>{duration(milliseconds)}{response !== null && ` · ${byteCount(response.size)}`}</span>
          </p>
          {response === null ? <p>{exchange.reason}</p> : <ResponseDetails response={response} />}
        </section>
      </div>
    </ScopeContext.Provider>
  )
}

function Request ({ request, level }: { request: SentRequest, level: Level }) {
  const [showsSecrets, setShowsSecrets] = useState(false)
  const { method, path, headers, withheld } = request
  return (
    <section class='card request'>
      <Heading level={level}>Request</Heading>
      <p class='line'><MethodBadge method={method} /> <span class='path'>{path}</span></p>
      <HeaderTable headers={headers} label='Request headers' showsSecrets={showsSecrets} />
      <p class='tools'>
        <CopyButton text={curlOf(request, location.origin, showsSecrets)} label='Copy as cURL' />
        {headers.some(([name]) => isSecret(name)) && (
          <label>
            <input
              type='checkbox' checked={showsSecrets} onChange={event => setShowsSecrets(event.currentTarget.checked)}
            /> with secrets
          </label>
        )}
      </p>
      {withheld.length > 0 && <Withheld names={withheld} path={path} isSent />}
      <RequestBody request={request} />
    </section>
  )
}

function RequestBody ({ request: { headers, body } }: { request: SentRequest }) {
  if (body === null) return null
  const isJson = headers.some(([name, value]) => name.toLowerCase() === 'content-type' && isJsonType(value))
  if (typeof body === 'string' && isJson) return <JsonBody json={body} />
  const text =
    typeof body === 'string' ? body : [...body].map(([name, value]) => `${name}: ${String(value)}`).join('\n')
  return <pre class='source' tabIndex={0} aria-label='Body'><LongText text={text} limit={5000} /></pre>
}

function ResponseDetails ({ response: { redirected, url, headers, body } }: { response: ReceivedResponse }) {
  return (
    <>
      {redirected && <p>Redirected to <span class='path'>{url}</span></p>}
      <HeaderTable headers={headers} label='Response headers' showsSecrets />
      {body.kind === 'json' && <JsonBody json={body.text} />}
      {body.kind === 'text' && (
        <pre class='source' tabIndex={0} aria-label='Body'><LongText text={body.text} limit={5000} /></pre>
      )}
    </>
  )
}
