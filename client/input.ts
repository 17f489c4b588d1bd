// Checks an input against the form of an action.
import type { FieldChoices, Form, FormField } from '../types/client-document.ts'
import type { InputFault } from '../types/client.ts'
import { objectOf, type JsonObject } from './document.ts'
import { matches } from './pattern.ts'

/** Returns the input with the values of hidden and read-only fields that it lacks, as a form sends them. */
export function completed (input: JsonObject, { fields }: Form): JsonObject {
  const fixed = fields.filter(({ type, readOnly, value }) => (type === 'hidden' || readOnly === true) && value !== undefined)
  return { ...Object.fromEntries(fixed.map(({ name, value }) => [name, value])), ...input }
}

/** Returns the faults of an input. Members without a field are left to the server. */
export function faultsOf (input: JsonObject, { fields }: Form): InputFault[] {
  return fields.flatMap(field => {
    const value = Object.hasOwn(input, field.name) ? input[field.name] : undefined
    const message = value === undefined || value === null ? missing(field) : faultOf(value, field)
    return message === null ? [] : [{ name: field.name, message }]
  })
}

function missing ({ required }: FormField): string | null {
  return required === true ? 'is required' : null
}

function faultOf (value: unknown, field: FormField): string | null {
  const list = Array.isArray(value) ? value as unknown[] : null
  const faults = (list ?? [value]).map(one => scalarFault(one, field))
  return (list === null ? null : countFault(list.length, objectOf(field.options))) ?? faults.find(fault => fault !== null) ?? null
}

function countFault (count: number, { minItems = 0, maxItems = Infinity }: FieldChoices): string | null {
  if (count < minItems) return `needs at least ${minItems} values`
  return count > maxItems ? `has more than ${maxItems} values` : null
}

function scalarFault (value: unknown, field: FormField): string | null {
  const choices = choicesOf(objectOf(field.options))
  if (choices !== null && !choices.includes(String(value))) return `is not one of ${choices.join(', ')}`
  if (typeof value === 'string') return stringFault(value, field)
  return typeof value === 'number' ? numberFault(value, field) : null
}

function stringFault (value: string, { minLength = 0, maxLength = Infinity, regex }: FormField): string | null {
  // JSON schema counts characters, not UTF-16 units.
  const { length } = [...value]
  if (length < minLength) return `has fewer than ${minLength} characters`
  if (length > maxLength) return `has more than ${maxLength} characters`
  return regex !== undefined && matches(value, regex) === false ? `does not match ${regex}` : null
}

function numberFault (value: number, { min = -Infinity, max = Infinity }: FormField): string | null {
  if (value < min) return `is less than ${min}`
  return value > max ? `is greater than ${max}` : null
}

// Choices behind a link are left to the server.
function choicesOf ({ inline, link, valueField = 'value' }: FieldChoices): string[] | null {
  if (!Array.isArray(inline) || link !== undefined) return null
  return inline.map(choice => String(typeof choice === 'object' ? objectOf(choice)[valueField] : choice))
}
