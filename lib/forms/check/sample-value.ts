import type { ProjectedField } from '../../../types/forms.ts'
import { sampleString, stringConflict, type Bound } from './sample-string.ts'

/** The value of a field as it is sent; an array if several values are allowed. */
export type FieldValue = string | readonly string[]

/** Whether several values are allowed. In HAL-FORMS they are, unless `maxItems` is 1. */
export function isMultiple ({ options }: ProjectedField): boolean {
  return options !== undefined && options.maxItems !== 1
}

/** Returns the value that a field has before any user input, or null. */
export function presetValue (field: ProjectedField): FieldValue | null {
  const selected = field.options?.selectedValues
  if (selected === undefined || selected.length === 0) return field.value ?? null
  return isMultiple(field) ? selected : selected[0]!
}

/** Returns a value at the lower or upper bound of the constraints of a field, or null if none was found. */
export function sampleValue (field: ProjectedField, bound: Bound): FieldValue | null {
  if (constraintConflict(field) !== null) return null
  // Options behind a link depend on another route, and a hidden value on the resource.
  if (field.options?.link !== undefined || field.type === 'hidden') return null
  if (field.options !== undefined) return sampleOption(field, bound)
  return isNumeric(field) ? sampleNumber(field, bound) : sampleString(field, bound)
}

/** Returns why no value can satisfy the constraints of a field, or null if one may. */
export function constraintConflict (field: ProjectedField): string | null {
  const { min = -Infinity, max = Infinity, options } = field
  if (options !== undefined) return optionsConflict(options)
  if (isNumeric(field)) return min > max ? `min is ${min} and max ${max}` : null
  return stringConflict(field)
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
