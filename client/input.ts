// Checks an input against the form of an action. A constraint of another type than HAL-FORMS has counts as absent.
import type { Form, FormField } from '../types/client-document.ts'
import type { InputFault } from '../types/client.ts'
import { objectOf, type JsonObject } from './document.ts'
import { matches } from './pattern.ts'

/** Returns the input with the values of hidden and read-only fields that it lacks, as a form sends them. */
export function completed (input: JsonObject, { fields }: Form): JsonObject {
  const fixed = fields.flatMap(({ name, type, readOnly, value }) =>
    (type === 'hidden' || readOnly === true) && value !== undefined && valueOf(input, name) === undefined ? [[name, value]] : [])
  return { ...Object.fromEntries(fixed) as JsonObject, ...input }
}

/** Returns the faults of an input. Members without a field are left to the server. */
export function faultsOf (input: JsonObject, { fields }: Form): InputFault[] {
  return fields.flatMap(field => {
    const { name, required } = field
    const value = valueOf(input, name) ?? null
    const message = value !== null ? faultOf(value, field) : required === true ? 'is required' : null
    return message === null ? [] : [{ name, message }]
  })
}

// A field of a nested member has the names of the members that lead to it, with dots between them.
function valueOf (input: JsonObject, name: string): unknown {
  return own(input, name) ?? name.split('.').reduce(own, input)
}

// Null has nothing within.
function own (value: unknown, name: string): unknown {
  if (value === null) return null
  return Object.hasOwn(objectOf(value), name) ? (value as JsonObject)[name] : undefined
}

function faultOf (value: unknown, field: FormField): string | null {
  const choices = objectOf(field.options)
  if (!Array.isArray(value)) return scalarFault(value, field, choices)
  return rangeFault(value.length, choices['minItems'], choices['maxItems'], 'needs at least', 'has more than', ' values') ??
    value.map(one => scalarFault(one, field, choices)).find(fault => fault !== null) ?? null
}

function scalarFault (value: unknown, field: FormField, choices: JsonObject): string | null {
  const values = valuesOf(choices)
  if (values !== null && !values.includes(String(value))) return `is not one of ${values.join(', ')}`
  if (typeof value === 'string') return stringFault(value, field)
  return typeof value === 'number' ? rangeFault(value, field.min, field.max, 'is less than', 'is greater than') : null
}

function stringFault (value: string, { minLength, maxLength, regex }: FormField): string | null {
  // JSON schema counts characters, not UTF-16 units.
  return rangeFault([...value].length, minLength, maxLength, 'has fewer than', 'has more than', ' characters') ??
    (typeof regex === 'string' && matches(value, regex) === false ? `does not match ${regex}` : null)
}

function rangeFault (value: number, min: unknown, max: unknown, below: string, above: string, unit = ''): string | null {
  if (typeof min === 'number' && value < min) return `${below} ${min}${unit}`
  return typeof max === 'number' && value > max ? `${above} ${max}${unit}` : null
}

// Choices behind a link are left to the server.
function valuesOf ({ inline, link, valueField }: JsonObject): string[] | null {
  if (!Array.isArray(inline) || objectOf(link)['href'] !== undefined) return null
  const name = typeof valueField === 'string' ? valueField : 'value'
  return inline.map(choice => String(typeof choice === 'object' ? objectOf(choice)[name] : choice))
}
