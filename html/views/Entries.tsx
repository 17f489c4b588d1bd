import type { ValueFacts } from '../facts.ts'
import { inner } from './markup.ts'
import { usePage } from './page-context.ts'
import { entriesOf } from './value.ts'

interface Props {
  readonly entries: ReadonlyArray<readonly [string, unknown]>
  readonly facts: ValueFacts
}

/** Names and values of a resource. */
export function Entries ({ entries, facts }: Props) {
  return <div {...inner(entriesOf(usePage(), entries, facts))} />
}
