import { inner } from './markup.ts'
import type { Place } from './numbers.ts'
import { usePage } from './page-context.ts'
import { cellOf, entriesOf, type NamedValues, valueOf } from './value.ts'

interface Props extends Omit<NamedValues, 'omitted'> {
  readonly omitted?: number
  /** Whether each value is one line, as in a table. */
  readonly isBrief?: boolean
}

/** Names and values of a resource. */
export function Entries ({ entries, omitted = 0, facts, isBrief = false }: Props) {
  const page = usePage()
  const contentOf = (place: Place) => isBrief ? cellOf(page, place) : valueOf(page, place)
  return <div {...inner(entriesOf({ entries, omitted, facts }, contentOf))} />
}
