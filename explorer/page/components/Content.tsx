import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import { ResourceContext, SurroundingsContext, useSender } from '../explorer.ts'
import type { Answered, Exchange } from '../http/exchange.ts'
import { readTagOf } from '../read-tag.ts'
import { isObject } from '../hypermedia/members.ts'
import { byteCount, duration } from '../wording.ts'
import { Collection } from './Collection.tsx'
import { Foreign } from './Foreign.tsx'
import { NoAnswer } from './NoAnswer.tsx'
import { Problem } from './Problem.tsx'
import { ResourceView } from './ResourceView.tsx'
import { RawJson } from './RawJson.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Value } from './Value.tsx'
import { MethodBadge } from './MethodBadge.tsx'
import { Withheld } from './Withheld.tsx'

interface Props {
  readonly exchange: Exchange
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** What came back, whatever it is. */
export function Content ({ exchange, heading }: Props) {
  const { request, answer, milliseconds } = exchange
  const surroundings = useMemo(() => ({ base: answer?.url ?? location.href, curies: new Map<string, string>(), tag: readTagOf(exchange) }), [exchange])
  return (
    <SurroundingsContext.Provider value={surroundings}>
      <div class='headline'>
        <h1 ref={heading} tabIndex={-1}>{request.method !== 'GET' && <><MethodBadge method={request.method} /> </>}{request.path}</h1>
        <p>
          <StatusBadge exchange={exchange} />
          <span>{duration(milliseconds)}</span>
          {answer !== null && <span>{byteCount(answer.size)}</span>}
        </p>
      </div>
      {request.withheld.length > 0 && <Withheld names={request.withheld} path={request.path} isSent />}
      {answer?.isWhole === false && <p class='card muted'>The answer did not end. This is what came of it before it was given up.</p>}
      <ResourceContext.Provider value={ResourceView}>
        {answer === null ? <NoAnswer exchange={exchange} /> : <Representation answer={answer} />}
      </ResourceContext.Provider>
    </SurroundingsContext.Provider>
  )
}

function Representation ({ answer }: { answer: Answered }) {
  const { settings: { formats } } = useSender()
  const { body, status } = answer
  if (body.kind !== 'json') return <Foreign body={body} url={answer.url} />
  if (formats.some(({ accept, isCustom }) => isCustom && accept.toLowerCase() === body.mediaType)) {
    return <section class='card'><h2>JSON <span class='muted'>of {body.mediaType}</span></h2><RawJson key={body.text} text={body.text} /></section>
  }
  if (isObject(body.value)) return status >= 400 ? <Problem value={body.value} level={2} /> : <ResourceView value={body.value} level={2} />
  if (Array.isArray(body.value)) return <Collection items={body.value} level={2}>{(item, level) => <ResourceView value={item} level={level} />}</Collection>
  return <section class='card'><Value value={body.value} /></section>
}
