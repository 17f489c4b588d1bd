import type { FieldOptions, ProjectedField } from '../../../types/forms.ts'
import type { DerivedField } from './derived-form.ts'

/**
 * A field with the value that the resource has for it, as text. `undefined` leaves the default, `null` takes it away;
 * a password and a fixed value are never touched, and what no control can hold is left out.
 * @param values by the field's name, or nested as the input is
 */
export function prefilled (field: ProjectedField, { property, path, many, secret, format }: DerivedField, values: unknown): ProjectedField {
  const value = valueAt(values, field.name, path)
  if (value === undefined || secret || field.type === 'password' || property.type === 'hidden') return field
  const { value: _default, ...rest } = field
  if (field.options !== undefined) return { ...rest, options: selected(field.options, textsOf(value, null), many) }
  const [text] = textsOf(value, field.type === 'date' ? 'date' : format)
  return text === undefined ? rest : { ...rest, value: text }
}

function valueAt (values: unknown, name: string, path: readonly string[]): unknown {
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

// A choice that is not offered cannot be describe.
function selected ({ selectedValues: _default, ...options }: FieldOptions, texts: readonly string[], many: boolean): FieldOptions {
  const offered = options.inline === undefined ? texts : texts.filter(text => options.inline!.some(({ value }) => value === text))
  const chosen = many ? offered : offered.slice(0, 1)
  return chosen.length === 0 ? options : { ...options, selectedValues: chosen }
}

function textsOf (value: unknown, format: string | null): string[] {
  return [value].flat().map(item => textOf(item, format)).filter(text => text !== null)
}

function textOf (value: unknown, format: string | null): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : dateText(value.toISOString(), format)
  if (typeof value === 'string') return value
  return typeof value === 'bigint' || typeof value === 'boolean' || Number.isFinite(value) ? String(value) : null
}

// The part of `2025-01-31T12:00:00.000Z` that a format is (RFC 3339, section 5.6).
function dateText (text: string, format: string | null): string {
  switch (format) {
    case 'date': return text.slice(0, 10)
    case 'time': return text.slice(11)
    default: return text
  }
}
