import type { ProjectedField } from '../../../types/forms.ts'
import { type FieldValue, isMultiple, presetValue, sampleValue } from './sample-value.ts'

/** An input that a form allows: the values by the names of the fields. */
export type SampleInput = ReadonlyMap<string, FieldValue>

export interface SampleInputs {
  readonly inputs: readonly SampleInput[]
  /** The names of required fields for which no valid value was found. The inputs contain a placeholder for them. */
  readonly guessed: ReadonlySet<string>
}

export interface SampleOptions {
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
