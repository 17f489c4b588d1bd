import type { JsonObject } from '../hypermedia/members.ts'
import { readProblem } from '../hypermedia/problem.ts'
import type { Level } from './Heading.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { ResourceView } from './ResourceView.tsx'

interface Props {
  readonly value: JsonObject
  readonly level: Level
}

/** An error that the API answered with, and all that it carries: extensions, links, actions. */
export function Problem ({ value, level }: Props) {
  const problem = readProblem(value, 'The request failed')
  return (
    <>
      <section class='card problem' role='alert'><ProblemSummary problem={problem} /></section>
      <ResourceView value={problem.rest} level={level} />
    </>
  )
}
