import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import { isObject, member } from '../../../hypermedia/read.ts'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { Value } from '../../../views/components/Value.tsx'
import { byteCount, duration } from '../../../views/wording.ts'
import { ResourceContext, type Scope, ScopeContext, useSender } from '../explorer.ts'
import { useHeadline } from '../headline.ts'
import type { Exchange, ReceivedResponse } from '../http/exchange.ts'
import { readTagOf } from '../read-tag.ts'
import { HeaderLinks } from './HeaderLinks.tsx'
import { JsonTree } from './JsonTree.tsx'
import { ListView } from './ListView.tsx'
import { NonJsonBody } from './NonJsonBody.tsx'
import { NoResponse } from './NoResponse.tsx'
import { Problem } from './Problem.tsx'
import { ResourceView } from './ResourceView.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Withheld } from './Withheld.tsx'

interface Props {
  readonly exchange: Exchange
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** The response of an exchange, shown according to its status and format. */
export function Content ({ exchange, heading }: Props) {
  const { request, response, milliseconds } = exchange
  const scope = useMemo(() => scopeOf(exchange), [exchange])
  const name = useHeadline(exchange)
  return (
    <ScopeContext.Provider value={scope}>
      <div class='headline'>
        <h1 ref={heading} tabIndex={-1} class={name === request.path ? 'path' : undefined} title={titleOf(request)}>
          {request.method !== 'GET' && <><MethodBadge method={request.method} /> </>}{name}
        </h1>
        <p>
          <StatusBadge exchange={exchange} />
          <span>{duration(milliseconds)}</span>
          {response !== null && <span>{byteCount(response.size)}</span>}
        </p>
      </div>
      {request.withheld.length > 0 && <Withheld names={request.withheld} path={request.path} isSent />}
      {response?.isComplete === false && (
        <p class='card muted'>The response did not end within the time limit. This is its beginning.</p>
      )}
      <ResourceContext.Provider value={ResourceView}>
        {response === null ? <NoResponse exchange={exchange} /> : <Representation response={response} />}
      </ResourceContext.Provider>
    </ScopeContext.Provider>
  )
}

function titleOf ({ method, path }: Exchange['request']): string {
  return method === 'GET' ? path : `${method} ${path}`
}

function scopeOf (exchange: Exchange): Scope {
  return { base: exchange.response?.url ?? location.href, curies: new Map(), tag: readTagOf(exchange) }
}

function Representation ({ response }: { response: ReceivedResponse }) {
  const { settings: { formats } } = useSender()
  const { body, status } = response
  if (body.kind !== 'json') return <NonJsonBody body={body} url={response.url} />
  if (formats.some(({ accept, isCustom }) => isCustom && accept.toLowerCase() === body.mediaType)) {
    return (
      <section class='card'>
        <h2>JSON <span class='muted'>of {body.mediaType}</span></h2>
        <JsonTree key={body.text} json={body.text} />
      </section>
    )
  }
  if (!isObject(body.value)) {
    const list = Array.isArray(body.value) ? body.value : null
    return (
      <>
        {list === null
          ? <section class='card'><Value value={body.value} /></section>
          : <ListView name='Items' items={list} level={2} />}
        <HeaderLinks response={response} />
      </>
    )
  }
  if (status >= 400) return <Problem value={body.value} level={2} />
  return (
    <>
      <ResourceView value={body.value} level={2} />
      {member(body.value, '_links') === undefined && <HeaderLinks response={response} />}
    </>
  )
}
