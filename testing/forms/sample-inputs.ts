import type { FieldType, ProjectedField } from '../../types/forms.ts'

/** An input that a form allows: the values by the names of the fields. */
export type SampleInput = ReadonlyMap<string, FieldValue>

interface SampleInputs {
  readonly inputs: readonly SampleInput[]
  /** The names of required fields for which no valid value was found. The inputs contain a placeholder for them. */
  readonly guessed: ReadonlySet<string>
}

interface SampleOptions {
  /** Whether the route treats an empty string as absent. Browsers send one for each empty control. */
  readonly emptyStrings: boolean
}

/** The sample values of one field; null for none. */
interface FieldSamples {
  readonly name: string
  readonly required: boolean
  readonly multiple: boolean
  readonly guessed: boolean
  readonly preset: FieldValue | null
  readonly lowest: FieldValue | null
  readonly highest: FieldValue | null
}

type Choose = (field: FieldSamples) => FieldValue | null

const CHOICES: readonly Choose[] = [field => field.preset, field => field.lowest, field => field.highest]

/**
 * Returns sample inputs of a form: with the preset values, with the values at the lower and upper bounds, and with the
 * required fields only; each as a generic client and as a browser would send it.
 */
export function sampleInputs (fields: readonly ProjectedField[], { emptyStrings }: SampleOptions): SampleInputs {
  const samples = fields.map(samplesOf)
  const required: Choose = field => field.required ? field.preset : null
  return {
    inputs: [
      ...[required, ...CHOICES].map(choose => clientInput(samples, choose)),
      ...CHOICES.map(choose => browserInput(samples, choose, emptyStrings))
    ],
    guessed: new Set(samples.filter(({ guessed }) => guessed).map(({ name }) => name))
  }
}

// A validator may stop at the first missing field.
const PLACEHOLDER = 'a'

function samplesOf (field: ProjectedField): FieldSamples {
  const required = field.required === true
  const lowest = sampleValue(field, 'lower')
  const known = presetValue(field) ?? (required ? lowest : null)
  const guessed = required && known === null
  const preset = guessed ? PLACEHOLDER : known
  const isFixed = field.readOnly === true || field.type === 'hidden'
  return {
    name: field.name,
    required,
    multiple: isMultiple(field),
    guessed,
    preset,
    lowest: isFixed ? preset : lowest ?? preset,
    highest: isFixed ? preset : sampleValue(field, 'upper') ?? preset
  }
}

// A generic client sends the fields that have a value, and an array where several values are allowed.
function clientInput (fields: readonly FieldSamples[], choose: Choose): SampleInput {
  return new Map(fields.flatMap(field => {
    const value = choose(field)
    return value === null ? [] : [[field.name, field.multiple ? [value].flat() : value]]
  }))
}

// A browser sends every control, empty ones too, and repeats a name for each value;
// one value is not parsed as an array.
function browserInput (fields: readonly FieldSamples[], choose: Choose, emptyStrings: boolean): SampleInput {
  return new Map(fields.flatMap(field => {
    const value = choose(field) ?? (emptyStrings && !field.multiple ? '' : [])
    if (typeof value === 'string') return [[field.name, value]]
    return value.length === 0 ? [] : [[field.name, value.length === 1 ? value[0]! : value]]
  }))
}

/** The end of the allowed range that a sample value is chosen from. */
type Bound = 'lower' | 'upper'

/** The value of a field as it is sent; an array if several values are allowed. */
type FieldValue = string | readonly string[]

/** Whether several values are allowed. In HAL-FORMS they are, unless `maxItems` is 1. */
function isMultiple ({ options }: ProjectedField): boolean {
  return options !== undefined && options.maxItems !== 1
}

/** Returns the value that a field has before any user input, or null. */
function presetValue (field: ProjectedField): FieldValue | null {
  const selected = field.options?.selectedValues
  if (selected === undefined || selected.length === 0) return field.value ?? null
  return isMultiple(field) ? selected : selected[0]!
}

/**
 * Returns a value at the lower or upper bound of the constraints of a field; null if none is known,
 * as for a pattern without an example.
 */
export function sampleValue (field: ProjectedField, bound: Bound): FieldValue | null {
  if (constraintConflict(field) !== null) return null
  // Options behind a link depend on another route, and a hidden value on the resource.
  if (field.options?.link !== undefined || field.type === 'hidden') return null
  if (field.options !== undefined) return sampleOption(field, bound)
  return isNumeric(field) ? sampleNumber(field, bound) : sampleString(field, bound)
}

/** Returns why no value can satisfy the constraints of a field, or null if one may. */
export function constraintConflict (field: ProjectedField): string | null {
  const { min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity, options } = field
  if (options !== undefined) return optionsConflict(options)
  if (isNumeric(field)) return min > max ? `min is ${min} and max ${max}` : null
  return minLength > maxLength ? `minLength is ${minLength} and maxLength ${maxLength}` : null
}

function optionsConflict (
  { inline, minItems = 0, maxItems = Infinity }: NonNullable<ProjectedField['options']>
): string | null {
  if (minItems > maxItems) return `minItems is ${minItems} and maxItems ${maxItems}`
  if (inline !== undefined && inline.length < minItems) {
    return `minItems is ${minItems}, and it has ${inline.length} options`
  }
  return null
}

function sampleOption (field: ProjectedField, bound: Bound): FieldValue | null {
  const { inline = [], minItems = 0, maxItems = Infinity } = field.options!
  const values = inline.map(({ value }) => value)
  if (!isMultiple(field)) return (bound === 'upper' ? values.at(-1) : values[0]) ?? null
  return values.length === 0 ? null : values.slice(0, bound === 'upper' ? maxItems : Math.max(1, minItems))
}

function isNumeric ({ type }: ProjectedField): boolean {
  return type === 'number' || type === 'range'
}

// As in HTML: steps are counted from `min`, and a range without bounds goes from 0 to 100.
function sampleNumber ({ type, min, max, step }: ProjectedField, bound: Bound): string {
  const base = min ?? 0
  const lower = min ?? Math.min(0, max ?? 0)
  const upper = max ?? (type === 'range' ? Math.max(100, lower) : lower + 10 * (step ?? 1))
  const value = bound === 'upper' ? upper : lower
  return String(step === undefined ? value : base + Math.floor((value - base) / step) * step)
}

// What the control of a type sends, whatever minLength, maxLength and regex are.
const CONTROL_VALUES: Partial<Record<FieldType, string[]>> = {
  color: ['#336699'],
  date: ['2024-02-29', '1999-12-31'],
  'datetime-local': ['2024-02-29T13:30'],
  month: ['2024-02'],
  tel: ['+15550100'],
  time: ['13:30'],
  week: ['2024-W09']
}

const UUID = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

const MAX_LENGTH = 10_000
// Backtracking may take exponential time in the length of the string, which would block the start.
const MAX_MATCHED_LENGTH = 20

// The placeholder is an example of the schema: the only string that is known to match a pattern of the app.
function sampleString (field: ProjectedField, bound: Bound): string | null {
  const { minLength = 0, maxLength = Infinity, regex, placeholder } = field
  const length = targetLength(field, bound)
  if (length > MAX_LENGTH) return null
  const examples = placeholder === undefined ? [] : [placeholder]
  const candidates = regex === undefined
    ? plainStrings(field, length, examples)
    : [...valuesOfType(field.type, length).filter(isShort), ...examples, ...isUuid(regex) ? [UUID] : []]
  const expression = regex === undefined ? null : new RegExp(`^(?:${regex})$`, 'v')
  return candidates.find(candidate =>
    candidate !== '' && candidate.length >= minLength && candidate.length <= maxLength &&
    (expression === null || expression.test(candidate))) ?? null
}

// The regex of the format `uuid`, as this package, Zod and TypeBox write it.
function isUuid (regex: string): boolean {
  return regex.includes('{8}-') && regex.includes('{12}')
}

function targetLength ({ minLength = 0, maxLength = Infinity, regex }: ProjectedField, bound: Bound): number {
  const least = Math.max(1, minLength)
  if (bound === 'lower') return least
  return Math.max(least, Math.min(maxLength, regex === undefined ? MAX_LENGTH : MAX_MATCHED_LENGTH))
}

function plainStrings ({ type }: ProjectedField, length: number, examples: readonly string[]): string[] {
  const values = valuesOfType(type, length)
  return values.length > 0 ? values : [...examples, 'a'.repeat(length)]
}

function valuesOfType (type: FieldType | undefined, length: number): string[] {
  if (type === 'email') return [`${'a'.repeat(Math.min(64, Math.max(1, length - 12)))}@example.com`, 'a@b.co']
  if (type === 'url') return [`https://example.com/${'a'.repeat(Math.max(0, length - 20))}`, 'http://b.co']
  return CONTROL_VALUES[type ?? 'text'] ?? []
}

function isShort ({ length }: string): boolean {
  return length <= MAX_MATCHED_LENGTH
}
