import type { FieldOptions, ProjectedField } from '../../../types/forms.ts'
import { awaitElements } from '../../async/promises.ts'
import { awaited, type Steps } from '../../async/steps.ts'
import { listed, listOf } from '../../declare/lists.ts'
import { isObjectOrArray } from '../../options/checks.ts'
import type { FormNode } from '../tree/form-tree.ts'
import type { FormField } from './leaves.ts'

/**
 * Returns a field with the value of the resource. `undefined` keeps the default and `null` removes it. Passwords and
 * hidden fields are not changed; values that a control cannot contain are omitted.
 * @param value of the resource
 */
export function prefilled (
  field: ProjectedField, { property, many, secret, format }: FormField, value: unknown
): ProjectedField {
  if (value === undefined || secret || field.type === 'password' || property.type === 'hidden') return field
  const { value: _default, ...others } = field
  if (field.options !== undefined) {
    return { ...others, options: selectOptions(field.options, controlValues(value, null), many) }
  }
  const [first] = controlValues(value, field.type === 'date' ? 'date' : format)
  return { ...others, ...first !== undefined && { value: first } }
}

/**
 * Returns the value that a field of a form which changes a resource starts with: the member of the same name of the
 * resource. Undefined for none, and for one that the control cannot have.
 * @param shown the resource as the response shows it
 */
export function shownValue (
  { name, type }: ProjectedField, { path, many, type: sent }: FormField, shown: unknown
): unknown {
  const value = valueAt(shown, name, path)
  if (Array.isArray(value) && !many) return undefined
  if (sent === 'number' && !Number.isFinite(Number(value))) return undefined
  // The date of a time, which the response may have.
  if (type === 'date' && typeof value === 'string') return value.slice(0, 10)
  return value
}

/**
 * The value of a field, or a promise of it.
 * @param values by the field's name, or nested like the input; each may be a promise
 */
export function valueAt (values: unknown, name: string, path: readonly string[]): unknown {
  if (!isObjectOrArray(values)) return undefined
  if (Object.hasOwn(values, name)) return (values as Record<string, unknown>)[name]
  let value: unknown = values
  for (const key of path) {
    if (!isObjectOrArray(value) || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

// Values that are no option are omitted.
function selectOptions (
  { selectedValues: _default, ...options }: FieldOptions, values: readonly string[], many: boolean
): FieldOptions {
  const { inline } = options
  const known = values.filter(value => inline === undefined || inline.some(option => option.value === value))
  if (known.length === 0) return options
  return { ...options, selectedValues: many ? known : known.slice(0, 1) }
}

function controlValues (value: unknown, format: string | null): string[] {
  return (listOf(value) ?? [value]).map(item => controlValue(item, format)).filter(item => item !== null)
}

/** Returns a value as a control has it; null for one that it cannot have. */
function controlValue (value: unknown, format: string | null): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint' || typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null
  return formatDate(value.toISOString(), format)
}

// Returns the part of `2025-01-31T12:00:00.000Z` for a format (RFC 3339, section 5.6).
function formatDate (iso: string, format: string | null): string {
  switch (format) {
    case 'date': return iso.slice(0, 10)
    case 'time': return iso.slice(11)
    default: return iso
  }
}

// The values of a resource for the parts of a form that HAL-FORMS has no fields for.

/**
 * Returns the values of a resource that a form begins with, as JSON; an empty string for none. Only what the form has
 * is kept: a resource may have secrets.
 * @param values what the function of `.prefill` returned: the members may be promises
 * @param shown the resource as the response shows it, which has the other values
 */
export function * prefilledTree (tree: FormNode, values: unknown, shown?: unknown): Steps<string> {
  if (tree.kind !== 'group') return ''
  const found: [string, unknown][] = []
  for (const { name, node } of tree.members) {
    if (node.kind === 'field') continue
    let value = yield * awaited(awaitElements(listed(yield * awaited(valueAt(values, name, [name])))))
    if (value === undefined) value = valueAt(shown, name, [name])
    const kept = keptOf(node, value)
    if (kept !== undefined) found.push([name, kept])
  }
  if (found.length === 0) return ''
  return JSON.stringify(Object.fromEntries(found))
}

// Undefined for nothing.
function keptOf (node: FormNode, value: unknown): unknown {
  if (value === undefined || value === null || node.isSecret === true) return undefined
  switch (node.kind) {
    case 'field':
      if (node.field.type === 'password') return undefined
      return scalarOf(value, node.format ?? null)
    case 'list': return listOf(value)?.map(item => keptOf(node.element, item) ?? null)
    case 'choice': return mergedOf(node.alternatives.map(({ node }) => keptOf(node, value)))
    case 'group': {
      if (typeof value !== 'object') return undefined
      const own = node.members.map(({ name, node }) => [name, keptOf(node, valueAt(value, name, [name]))] as const)
      const members = Object.fromEntries(own.filter(([, kept]) => kept !== undefined))
      if (node.choice === undefined) return members
      return { ...members, ...keptOf(node.choice, value) as object | undefined }
    }
    case 'json': return jsonOf(value)
    default: return undefined
  }
}

function scalarOf (value: unknown, format: string | null): unknown {
  const list = listOf(value)
  if (list !== null) return list.map(item => scalarOf(item, format))
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return controlValue(value, format) ?? undefined
}

// A value has the members of one alternative, which is chosen when the form is shown.
function mergedOf (kept: readonly unknown[]): unknown {
  const found = kept.filter(value => value !== undefined)
  const objects = found.filter(value => typeof value === 'object' && value !== null && !Array.isArray(value))
  if (found.length === 0 || objects.length < found.length) return found[0]
  return Object.assign({}, ...objects)
}

function jsonOf (value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}
