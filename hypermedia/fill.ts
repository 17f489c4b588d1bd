// Fills forms with what people entered: strings, which become values of the types that their fields have.
import { encodingOf, isSentInQuery } from '../lib/http/form-encoding.ts'
import type { Literals } from './choices.ts'
import { encodePath, type Submission, type Target } from './encode.ts'
import type { Field, Form } from './form.ts'

const FORM_TYPES: readonly unknown[] = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Returns whether a form sends its fields as JSON. */
export function sendsJson (
  { method, contentType = 'application/json' }: Pick<Form, 'method' | 'contentType'>
): boolean {
  return !isSentInQuery(method) && !FORM_TYPES.includes(encodingOf(contentType))
}

/** The entered values by field name. */
export type Entered = ReadonlyMap<string, readonly string[]>

/** What is known about the values of fields, by field name. */
export interface ValueTypes {
  /** The values that are sent as numbers and booleans. */
  readonly literals?: ReadonlyMap<string, Literals>
  /** JSON types. @default the types of the controls */
  readonly types?: ReadonlyMap<string, readonly string[]>
}

/** The parts of a form that decide what is sent. */
interface FilledForm extends Target {
  readonly fields: readonly Field[]
}

/**
 * Returns the request of a form. An empty string counts as a value only if the field is required.
 * @param path the path of its target
 */
export function submissionOf (form: FilledForm, entered: Entered, path: string, types: ValueTypes = {}): Submission {
  const fields = new Map(form.fields.map(field => [field.name, field]))
  const filled = [...new Set([...fields.keys(), ...entered.keys()])].flatMap(name => {
    const field = fields.get(name)
    const values = sentValues(field, entered.get(name) ?? [])
    return values === null ? [] : [{ name, values, json: jsonOf(field, values, name, types) }]
  })
  const json = `{${filled.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(',')}}`
  return encodePath(form, path, Object.fromEntries(filled.map(({ name, values }) => [name, values])), json)
}

/**
 * Returns the values of a field that are sent; null for none. A browser sends an empty string for each empty control,
 * and nothing for a list without a choice.
 */
export function sentValues (field: Field | undefined, values: readonly string[]): readonly string[] | null {
  const isList = field?.choices?.many === true
  const filled = field?.required === true && !isList ? values : values.filter(value => value !== '')
  return filled.length > 0 || (isList && field.required) ? filled : null
}

function jsonOf (
  field: Field | undefined, values: readonly string[], name: string, { literals, types }: ValueTypes
): string {
  const known = types?.get(name) ?? typesOf(field)
  const json = values.map(value => literals?.get(name)?.get(value) ?? jsonScalar(value, known))
  return field?.choices?.many === true || json.length > 1 ? `[${json.join(',')}]` : json[0]!
}

// Numbers and booleans are known by the control, or by the value in the document. Other values are strings.
function typesOf (field: Field | undefined): readonly string[] {
  return [field?.type === 'number' || field?.type === 'range' ? 'number' : field?.valueType ?? 'string']
}

/** Returns a typed value as JSON. A string is sent wherever one is accepted; the server reports one of a wrong type. */
export function jsonScalar (value: string, types: readonly string[]): string {
  if (types.includes('string')) return JSON.stringify(value)
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value
  const isNumber = types.includes('number') || types.includes('integer')
  return (isNumber ? jsonNumber(value) : null) ?? JSON.stringify(value)
}

// Keeps the digits as entered. Numbers that are valid in HTML only (`.5`, `007`) are converted.
// Returns null for other strings.
function jsonNumber (value: string): string | null {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return value
  return value.trim() !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : null
}
