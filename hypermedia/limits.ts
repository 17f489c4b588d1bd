// The limits of a field in words.
import { isBound, plainBound } from '../lib/forms/fields/bounds.ts'

/**
 * Returns limits in words: `2 to 40 characters`, `more than 0`; an empty string for none.
 * @param noun what is counted, in the singular
 */
export function between (from: number | undefined, limit: number | undefined, noun?: string): string {
  // The largest exact number is the bound of a schema, not of the field.
  const to = limit === Number.MAX_SAFE_INTEGER ? undefined : limit
  const last = to ?? from
  if (last === undefined) return ''
  return boundsOf(from, to) + (noun === undefined ? '' : ` ${noun}${last === 1 ? '' : 's'}`)
}

function boundsOf (from: number | undefined, to: number | undefined): string {
  if (from === undefined) return below(to!)
  if (to === undefined) return above(from)
  if (from === to) return String(from)
  return isBound(from) && isBound(to) ? `${from} to ${to}` : `${above(from)} and ${below(to)}`
}

function above (from: number): string {
  return isBound(from) ? `at least ${from}` : `more than ${plainBound(from)}`
}

function below (to: number): string {
  return isBound(to) ? `up to ${to}` : `less than ${plainBound(to)}`
}
