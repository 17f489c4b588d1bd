// The limits of a field in words.

/** Returns limits in words: `2 to 40 characters`, `more than 0`; an empty string for none. */
export function between (from: number | undefined, limit: number | undefined, unit: string): string {
  // The largest exact number is the bound of a schema, not of the field.
  const to = limit === Number.MAX_SAFE_INTEGER ? undefined : limit
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return `${below(to!)}${unit}`
  if (to === undefined) return `${above(from)}${unit}`
  return isBound(from) && isBound(to) ? `${from} to ${to}${unit}` : `${above(from)} and ${below(to)}${unit}`
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

// Fifteen significant digits are always exact (IEEE 754, binary64).
function plain (bound: number): number {
  return Math.abs(bound) < Number.MIN_VALUE * 2 ? 0 : Number(bound.toPrecision(15))
}
