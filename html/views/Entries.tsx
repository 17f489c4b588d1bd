import type { ValueFacts } from '../facts.ts'
import { inner } from './markup.ts'
import { usePage } from './page-context.ts'
import { cellOf, entriesOf, valueOf } from './value.ts'

interface Props {
  readonly entries: ReadonlyArray<readonly [string, unknown]>
  readonly facts: ValueFacts
  /** Whether each value is one line, as in a table. */
  readonly isBrief?: boolean
}

/** Names and values of a resource. */
export function Entries ({ entries, facts, isBrief = false }: Props) {
  const page = usePage()
  return <div {...inner(entriesOf(entries, facts, place => isBrief ? cellOf(page, place) : valueOf(page, place)))} />
}
