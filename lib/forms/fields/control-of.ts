import type { FieldType } from '../../../types/forms.ts'
import { choicesOf } from '../schema/choices.ts'
import type { Keywords } from '../schema/schema-keywords.ts'
import type { Reading, SchemaReader } from '../schema/schema-reader.ts'
import { booleanControl, choiceControl, listControl } from './choice-control.ts'
import { createControl, initialValue, isControl, isSecret, type Control, type NoControl } from './control.ts'
import { wholeValueRegex } from './pattern.ts'

// Of several types, the first of these is used: if a string is valid, the validator does not convert it.
const TYPES = ['string', 'number', 'integer', 'boolean', 'array']

// The number of combinations of nested alternatives grows exponentially.
const MAX_ALTERNATIVES = 200

const TOO_MANY: NoControl = { reason: 'It has too many nested alternatives to find one with a control.' }

/** The number of alternatives that may still be tried. */
interface Search {
  remaining: number
}

/**
 * Returns the control for a value that is not an object.
 * @param required whether the form requires the value
 */
export function controlOf (
  reader: SchemaReader, reading: Reading, required: boolean, search: Search = { remaining: MAX_ALTERNATIVES }
): Control | NoControl {
  if (reading.error !== null) return { reason: reading.error }
  const choices = choicesOf(reader, reading)
  if (choices !== null) return choiceControl(reading, choices, required)
  if (reading.unions.length > 0) return firstControl(reader, reading, required, search)
  const { type: types = ['string'] } = reading.keywords
  switch (TYPES.find(type => types.includes(type))) {
    case 'string': return textControl(reading)
    case 'number': return numberControl(reading, false)
    case 'integer': return numberControl(reading, true)
    case 'boolean': return booleanControl(reading)
    case 'array': return listControl(reader, reading)
    default: return noControl(types)
  }
}

// A form cannot offer a choice between alternatives, so it contains the first one that has a control.
function firstControl (reader: SchemaReader, reading: Reading, required: boolean, search: Search): Control | NoControl {
  const [union] = reading.unions
  let first: NoControl | undefined
  for (const alternative of union!) {
    if (search.remaining-- <= 0) break
    const control = controlOf(reader, reader.choose(reading, union!, alternative), required, search)
    if (isControl(control)) return control
    first ??= control
  }
  return first ?? TOO_MANY
}

function numberControl (reading: Reading, isInteger: boolean): Control {
  const type = isSecret(reading.keywords) ? 'password' : 'number'
  return createControl(reading, {
    value: initialValue(reading.keywords), type, ...numberBounds(reading.keywords, isInteger)
  })
}

function noControl (types: readonly string[]): NoControl {
  const unknown = types.find(type => type !== 'object' && type !== 'null')
  if (types.length === 0) return { reason: 'Its schemas allow no common type.' }
  if (unknown === undefined) return { reason: 'A form has no control for null, or for an object.' }
  return { reason: `Its type '${unknown}' is not a JSON type.`, unexpected: true }
}

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
function numberBounds (keywords: Keywords, isInteger: boolean): Bounds {
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

/** Returns the lowest number that a bound allows. */
function lowerBound (bound: number | undefined, step: number | undefined, exclusive: boolean): number | undefined {
  if (bound === undefined) return undefined
  if (step === undefined) return exclusive ? nextDouble(bound) : bound
  const steps = inSteps(bound, step)
  const multiple = 0 + (exclusive ? Math.floor(steps) + 1 : Math.ceil(steps)) * step
  // 3 * 0.1 is 0.30000000000000004.
  return Number.isInteger(step) ? multiple : Number(multiple.toPrecision(15))
}

// Corrects rounding errors: 0.7 / 0.1 is 6.999999999999999.
function inSteps (bound: number, step: number): number {
  const steps = bound / step
  // Underflow: the quotient is not zero, but too small for a double.
  if (steps === 0) return Math.sign(bound) * Number.MIN_VALUE
  const whole = Math.round(steps)
  return !Number.isInteger(step) && Math.abs(steps - whole) <= Number.EPSILON * Math.abs(steps) ? whole : steps
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
  return one === undefined || other === undefined ? one ?? other : Math.max(one, other)
}

// `0 - 0` is 0, and `-0` is not.
function negated (number: number | undefined): number | undefined {
  return number === undefined ? undefined : 0 - number
}

interface Format {
  readonly type?: FieldType
  readonly regex?: string
  readonly placeholder?: string
  readonly isBinary?: true
}

// A text control for date-time and time: the HTML controls of these names send no time zone, which RFC 3339 requires.
const FORMATS = new Map<string | undefined, Format>([
  ['binary', { isBinary: true }],
  ['byte', { isBinary: true }],
  ['date', { type: 'date' }],
  ['date-time', { placeholder: '2025-01-31T12:00:00Z' }],
  ['email', { type: 'email' }],
  ['iri', { type: 'url' }],
  ['time', { placeholder: '12:00:00Z' }],
  ['uri', { type: 'url' }],
  ['url', { type: 'url' }],
  ['uuid', { regex: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' }]
])

const TEXT_MEDIA_TYPE = /^text\/|[/+](?:json|xml)\s*(?:;|$)/i

// Longer strings get a text area.
const MAX_LINE = 255

/** Returns the control for a string. */
function textControl (reading: Reading): Control | NoControl {
  const { keywords } = reading
  const format = FORMATS.get(keywords.format) ?? {}
  if (isBinary(keywords, format)) return { reason: 'A form has no control for binary data.' }
  const regex = keywords.pattern === undefined ? format.regex : wholeValueRegex(keywords.pattern)
  const members = {
    regex: regex ?? undefined,
    value: initialValue(keywords),
    type: typeOf(keywords, format),
    minLength: keywords.minLength,
    maxLength: keywords.maxLength,
    placeholder: format.placeholder
  }
  return createControl(reading, members, regex === null ? [INVALID_PATTERN] : [])
}

const INVALID_PATTERN =
  'Its pattern is omitted from the form: it does not compile with the flags u and v, which browsers use.'

function typeOf (keywords: Keywords, format: Format): FieldType {
  if (isSecret(keywords)) return 'password'
  if (format.type !== undefined) return format.type
  const isLong = keywords.contentMediaType !== undefined || (keywords.maxLength ?? 0) > MAX_LINE
  return isLong ? 'textarea' : 'text'
}

function isBinary ({ contentEncoding, contentMediaType }: Keywords, format: Format): boolean {
  if (format.isBinary === true || contentEncoding !== undefined) return true
  return contentMediaType !== undefined && !TEXT_MEDIA_TYPE.test(contentMediaType)
}
