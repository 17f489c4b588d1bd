import type { ProjectedField } from '../../../types/forms.ts'
import { textFault, textFor } from './fill-text.ts'

/** What a field sends: the chosen values where it takes several. */
export type FieldValue = string | readonly string[]

/** Whether a client may choose several values: HAL-FORMS says so by leaving out `maxItems: 1`. */
export function takesMany ({ options }: ProjectedField): boolean {
  return options !== undefined && options.maxItems !== 1
}

/** What a field sends that nobody touched; null for nothing. */
export function untouched (field: ProjectedField): FieldValue | null {
  const selected = field.options?.selectedValues
  if (selected === undefined || selected.length === 0) return field.value ?? null
  return takesMany(field) ? selected : selected[0]!
}

/** A value at the lower or the upper end of what the constraints of a field admit; null where none was found. */
export function filled (field: ProjectedField, most: boolean): FieldValue | null {
  if (fieldFault(field) !== null) return null
  // What stands behind a link is known to the route that lists it, and a hidden value to the resource.
  if (field.options?.link !== undefined || field.type === 'hidden') return null
  if (field.options !== undefined) return chosen(field, most)
  return isNumeric(field) ? numberFor(field, most) : textFor(field, most)
}

/** Why no value at all can satisfy the constraints of a field; null where one may. */
export function fieldFault (field: ProjectedField): string | null {
  const { min = -Infinity, max = Infinity, options } = field
  if (options !== undefined) return optionsFault(options)
  if (isNumeric(field)) return min > max ? `min is ${min} and max ${max}` : null
  return textFault(field)
}

function optionsFault ({ inline, minItems = 0, maxItems = Infinity }: NonNullable<ProjectedField['options']>): string | null {
  if (minItems > maxItems) return `minItems is ${minItems} and maxItems ${maxItems}`
  if (inline !== undefined && inline.length < minItems) return `minItems is ${minItems}, and it has ${inline.length} options`
  return null
}

function chosen (field: ProjectedField, most: boolean): FieldValue | null {
  const { inline = [], minItems = 0, maxItems = Infinity } = field.options!
  const values = inline.map(({ value }) => value)
  if (!takesMany(field)) return (most ? values.at(-1) : values[0]) ?? null
  return values.length === 0 ? null : values.slice(0, most ? maxItems : Math.max(1, minItems))
}

function isNumeric ({ type }: ProjectedField): boolean {
  return type === 'number' || type === 'range'
}

// As an HTML control counts: steps start at the minimum, and a range without bounds goes from 0 to 100.
function numberFor ({ type, min, max, step }: ProjectedField, most: boolean): string {
  const base = min ?? 0
  const from = min ?? Math.min(0, max ?? 0)
  const to = max ?? (type === 'range' ? Math.max(100, from) : from + 10 * (step ?? 1))
  const value = most ? to : from
  return String(step === undefined ? value : base + Math.floor((value - base) / step) * step)
}
