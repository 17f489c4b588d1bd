// Checks an input against the form of an action. A constraint of another type than HAL-FORMS has counts as absent.
import { valueOf } from '../hypermedia/encode.ts'
import { type JsonObject, objectOf } from '../hypermedia/read.ts'
import type { InputFault } from '../types/client.ts'
import type { Form, FormField } from '../types/client-document.ts'
import { matches } from './pattern.ts'

/** Returns the faults of an input. Members without a field are left to the server. */
export function faultsOf (input: JsonObject, { fields }: Form): InputFault[] {
  return fields.flatMap(field => {
    const { name, required } = field
    const value = valueOf(input, name) ?? null
    const message = value !== null ? faultOf(value, field) : required === true ? 'is required' : null
    return message === null ? [] : [{ name, message }]
  })
}

function faultOf (value: unknown, field: FormField): string | null {
  const choices = objectOf(field.options)
  const values = valuesOf(choices)
  const fault =
    Array.isArray(value) ? rangeFault(value.length, choices['minItems'], choices['maxItems'], ' values') : null
  return fault ?? [value].flat().map(one => scalarFault(one, field, values)).find(fault => fault !== null) ?? null
}

function scalarFault (value: unknown, field: FormField, values: readonly string[] | null): string | null {
  const { type, min, max, minLength, maxLength, regex } = field
  if (values?.includes(String(value)) === false) return `is not one of ${values.join(', ')}`
  const checked =
    typeof value === 'string' && (type === 'number' || type === 'range') ? Number(value.trim() || NaN) : value
  if (Number.isNaN(checked)) return 'is not a number'
  if (typeof checked === 'number') return rangeFault(checked, min, max)
  if (typeof checked !== 'string') return null
  // JSON schema counts characters, not UTF-16 units.
  return rangeFault([...checked].length, minLength, maxLength, ' characters') ??
    (typeof regex === 'string' && matches(checked, regex) === false ? `does not match ${regex}` : null)
}

function rangeFault (value: number, min: unknown, max: unknown, unit = ''): string | null {
  if (typeof min === 'number' && value < min) return `must be at least ${min}${unit}`
  return typeof max === 'number' && value > max ? `must be at most ${max}${unit}` : null
}

// Choices behind a link are left to the server.
function valuesOf ({ inline, link, valueField }: JsonObject): string[] | null {
  if (!Array.isArray(inline) || objectOf(link)['href'] !== undefined) return null
  const name = typeof valueField === 'string' ? valueField : 'value'
  return inline.map(choice => String(typeof choice === 'object' ? objectOf(choice)[name] : choice))
}
