import { destinationOf } from '../../../hypermedia/destination.ts'
import { ExternalLink } from '../../../views/components/ExternalLink.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import type { ProblemDetails } from '../../../views/problem.ts'
import { useScope } from '../explorer.ts'

/** The title, detail and type of a problem. */
export function ProblemSummary ({ problem: { title, detail, type } }: { problem: ProblemDetails }) {
  const { base } = useScope()
  const isReadable = type !== undefined && destinationOf(type, base).kind !== 'blocked'
  return (
    <>
      <p class='problem-title'><LongText text={title} limit={200} /></p>
      {detail !== undefined && <p><LongText text={detail} /></p>}
      {type !== undefined && (
        <p class='muted'>{isReadable ? <ExternalLink href={new URL(type, base).href}>{type}</ExternalLink> : type}</p>
      )}
    </>
  )
}
