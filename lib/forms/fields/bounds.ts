// The bounds of a number.
import type { Keywords } from '../../schema/keywords.ts'

/** The numbers that a control allows: `min`, `min + step`, and so on up to `max`. */
interface Bounds {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly step: number | undefined
}

/**
 * Returns the inclusive bounds of a number; forms have no exclusive ones.
 * The minimum is rounded up to a multiple of the step, because HTML counts steps from the minimum.
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
  const isKnown = multipleOf !== undefined && multipleOf > 0
  if (isKnown && (!isInteger || Number.isInteger(multipleOf))) return multipleOf
  return isInteger ? 1 : undefined
}

function lowerBound (bound: number | undefined, step: number | undefined, exclusive: boolean): number | undefined {
  if (bound === undefined) return undefined
  if (step === undefined && exclusive) return nextDouble(bound)
  if (step === undefined) return bound
  const steps = inSteps(bound, step)
  const count = exclusive ? Math.floor(steps) + 1 : Math.ceil(steps)
  // 3 * 0.1 is 0.30000000000000004, and -0 * 1 is -0.
  const multiple = 0 + count * step
  if (Number.isInteger(step)) return multiple
  return Number(multiple.toPrecision(15))
}

// Corrects rounding errors: 0.7 / 0.1 is 6.999999999999999.
function inSteps (bound: number, step: number): number {
  const steps = bound / step
  // Underflow: the quotient is not zero, but too small for a double.
  if (steps === 0) return Math.sign(bound) * Number.MIN_VALUE
  if (Number.isInteger(step)) return steps
  const whole = Math.round(steps)
  if (Math.abs(steps - whole) <= Number.EPSILON * Math.abs(steps)) return whole
  return steps
}

// Returns the next double: an unchanged bound would allow a number that the route rejects.
function nextDouble (bound: number): number {
  if (bound === 0) return Number.MIN_VALUE
  const number = new Float64Array([bound])
  const bits = new BigInt64Array(number.buffer)
  bits[0]! += bound > 0 ? 1n : -1n
  return number[0]!
}

function highest (one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other
  if (other === undefined) return one
  return Math.max(one, other)
}

// `0 - 0` is 0, and `-0` is not.
function negated (number: number | undefined): number | undefined {
  return number === undefined ? undefined : 0 - number
}

/**
 * Whether a number is a bound that its schema names. Forms have no exclusive bounds: `exclusiveMinimum: 0` becomes
 * the number after it, `5e-324`, which means nothing to people.
 */
export function isBound (bound: number): boolean {
  return Number.isInteger(bound) || plainBound(bound) === bound
}

/** Returns the bound that a schema names. Fifteen significant digits are always exact (IEEE 754, binary64). */
export function plainBound (bound: number): number {
  if (Math.abs(bound) < Number.MIN_VALUE * 2) return 0
  return Number(bound.toPrecision(15))
}
