import type { Keywords } from '../schema/schema-keywords.ts'

/** What a control for numbers admits: `min`, `min + step`, and so on up to `max`. */
export interface Bounds {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly step: number | undefined
}

/**
 * The bounds of a number, both inclusive: forms have no exclusive ones.
 * Steps are counted from the minimum (HTML, `step`), so that it must be a multiple itself.
 */
export function numberBounds (keywords: Keywords, isInteger: boolean): Bounds {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords
  const step = stepOf(keywords.multipleOf, isInteger)
  return {
    min: highest(lowerBound(minimum, step, false), lowerBound(exclusiveMinimum, step, true)),
    max: negated(highest(lowerBound(negated(maximum), step, false), lowerBound(negated(exclusiveMaximum), step, true))),
    step
  }
}

function stepOf (multipleOf: number | undefined, isInteger: boolean): number | undefined {
  if (multipleOf === undefined || !(multipleOf > 0)) return isInteger ? 1 : undefined
  return isInteger && !Number.isInteger(multipleOf) ? 1 : multipleOf
}

/** The least number that a bound admits. */
function lowerBound (bound: number | undefined, step: number | undefined, exclusive: boolean): number | undefined {
  if (bound === undefined) return undefined
  if (step === undefined) return exclusive ? next(bound) : bound
  const steps = inSteps(bound, step)
  const multiple = 0 + (exclusive ? Math.floor(steps) + 1 : Math.ceil(steps)) * step
  // 3 * 0.1 is 0.30000000000000004.
  return Number.isInteger(step) ? multiple : Number(multiple.toPrecision(15))
}

// A whole number where only rounding keeps it from being one: 0.7 / 0.1 is 6.999999999999999.
function inSteps (bound: number, step: number): number {
  const steps = bound / step
  // Too small to be told from none, and still more than none.
  if (steps === 0) return Math.sign(bound) * Number.MIN_VALUE
  const whole = Math.round(steps)
  return !Number.isInteger(step) && Math.abs(steps - whole) <= Number.EPSILON * Math.abs(steps) ? whole : steps
}

// The next number that there is: a bound that is left out, or not moved, would admit what the route refuses.
function next (bound: number): number {
  if (bound === 0) return Number.MIN_VALUE
  const number = new Float64Array([bound])
  const bits = new BigInt64Array(number.buffer)
  bits[0]! += bound > 0 ? 1n : -1n
  return number[0]!
}

function highest (one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? one ?? other : Math.max(one, other)
}

// Never -0.
function negated (number: number | undefined): number | undefined {
  return number === undefined ? undefined : 0 - number
}
