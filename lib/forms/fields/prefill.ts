import type { FieldOptions, ProjectedField } from '../../../types/forms.ts'
import type { DerivedField } from './derived-form.ts'

/**
 * Returns a field with the value of the resource. `undefined` keeps the default and `null` removes it. Passwords and
 * hidden fields are not changed; values that a control cannot contain are omitted.
 * @param value of the resource
 */
export function prefilled (
  field: ProjectedField, { property, many, secret, format }: DerivedField, value: unknown
): ProjectedField {
  if (value === undefined || secret || field.type === 'password' || property.type === 'hidden') return field
  const { value: _default, ...others } = field
  if (field.options !== undefined) {
    return { ...others, options: selectOptions(field.options, controlValues(value, null), many) }
  }
  const [first] = controlValues(value, field.type === 'date' ? 'date' : format)
  return first === undefined ? others : { ...others, value: first }
}

/**
 * The value of a field, or a promise of it.
 * @param values by the field's name, or nested like the input; each may be a promise
 */
export function valueAt (values: unknown, name: string, path: readonly string[]): unknown {
  if (!isObject(values)) return undefined
  if (Object.hasOwn(values, name)) return values[name]
  let value: unknown = values
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

// Values that are no option are omitted.
function selectOptions (
  { selectedValues: _default, ...options }: FieldOptions, values: readonly string[], many: boolean
): FieldOptions {
  const known = options.inline === undefined
    ? values
    : values.filter(value => options.inline!.some(option => option.value === value))
  const selectedValues = many ? known : known.slice(0, 1)
  return selectedValues.length === 0 ? options : { ...options, selectedValues }
}

function controlValues (value: unknown, format: string | null): string[] {
  return [value].flat().map(item => controlValue(item, format)).filter(item => item !== null)
}

/** Returns a value as a control has it; null for one that it cannot have. */
export function controlValue (value: unknown, format: string | null): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : formatDate(value.toISOString(), format)
  if (typeof value === 'string') return value
  return typeof value === 'bigint' || typeof value === 'boolean' || Number.isFinite(value) ? String(value) : null
}

// Returns the part of `2025-01-31T12:00:00.000Z` for a format (RFC 3339, section 5.6).
function formatDate (iso: string, format: string | null): string {
  switch (format) {
    case 'date': return iso.slice(0, 10)
    case 'time': return iso.slice(11)
    default: return iso
  }
}
