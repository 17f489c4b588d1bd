import type { JsonObject } from '../../../hypermedia/read.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { readProblem } from '../../../views/problem.ts'
import { ProblemSummary } from './ProblemSummary.tsx'
import { ResourceView } from './ResourceView.tsx'

interface Props {
  readonly value: JsonObject
  readonly level: Level
}

/** An error response: its problem, and the extensions, links and actions in it. */
export function Problem ({ value, level }: Props) {
  const problem = readProblem(value, 'The request failed')
  return (
    <>
      <section class='card problem' role='alert'><ProblemSummary problem={problem} /></section>
      <ResourceView value={problem.otherMembers} level={level} />
    </>
  )
}
