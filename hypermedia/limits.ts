// The limits of a field in words.

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

/**
 * Whether a number is a bound that its schema names. HAL-FORMS has no exclusive bounds: `exclusiveMinimum: 0` becomes
 * the number after it, `5e-324`.
 */
export function isBound (bound: number): boolean {
  return Number.isInteger(bound) || plain(bound) === bound
}

function above (from: number): string {
  return isBound(from) ? `at least ${from}` : `more than ${plain(from)}`
}

function below (to: number): string {
  return isBound(to) ? `up to ${to}` : `less than ${plain(to)}`
}

/** Returns the bound that a schema names. Fifteen significant digits are always exact (IEEE 754, binary64). */
export function plain (bound: number): number {
  return Math.abs(bound) < Number.MIN_VALUE * 2 ? 0 : Number(bound.toPrecision(15))
}
