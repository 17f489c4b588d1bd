import { useSurroundings } from '../explorer.ts'
import { destinationOf } from '../hypermedia/destination.ts'
import type { ProblemText } from '../hypermedia/problem.ts'
import { LongText } from './LongText.tsx'
import { OutsideLink } from './OutsideLink.tsx'

/** What went wrong, in words. */
export function ProblemSummary ({ problem: { title, detail, type } }: { problem: ProblemText }) {
  const { base } = useSurroundings()
  const isReadable = type !== undefined && destinationOf(type, base).kind !== 'nowhere'
  return (
    <>
      <p class='problem-title'><LongText text={title} limit={200} /></p>
      {detail !== undefined && <p><LongText text={detail} /></p>}
      {type !== undefined && <p class='muted'>{isReadable ? <OutsideLink href={new URL(type, base).href}>{type}</OutsideLink> : type}</p>}
    </>
  )
}
