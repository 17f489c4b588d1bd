import { encodingOf, isSentInQuery, withQuery } from '../lib/http/form-encoding.ts'
import type { Field } from './field.ts'
import type { Form } from './form.ts'
import type { Literals } from './literals.ts'

const JSON_TYPE = 'application/json'

/** The request of a form or an action. */
export interface Submission {
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly body: string | FormData | null
  /** The value of `If-Match` (RFC 9110, section 13.1.1). */
  readonly ifMatch?: string | undefined
}

const FORM_TYPES: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Returns whether a form sends its fields as JSON. */
export function sendsJson ({ method, contentType = JSON_TYPE }: Form): boolean {
  return !isSentInQuery(method) && !FORM_TYPES.includes(encodingOf(contentType) ?? JSON_TYPE)
}

/** The entered values by field name. */
export type Entered = ReadonlyMap<string, readonly string[]>

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

/**
 * Returns the request of a form.
 *
 * @param path the path of its target
 * @param literals by field name, the values that are sent as numbers and booleans
 */
export function submissionOf (
  form: Form, entered: Entered, path: string, literals: ReadonlyMap<string, Literals> = new Map()
): Submission {
  const { method, fields } = form
  const filled = fields.filter(field => isFilled(field, entered))
  const pairs = filled.flatMap(({ name }) => (entered.get(name) ?? []).map(value => [name, value] as const))
  if (isSentInQuery(method)) return { method, path: withQuery(path, pairs), contentType: undefined, body: null }
  if (fields.length === 0 && form.contentType === undefined) return { method, path, contentType: undefined, body: null }
  const contentType = form.contentType ?? JSON_TYPE
  const encoding = encodingOf(contentType)
  if (encoding === 'application/x-www-form-urlencoded') return { method, path, contentType, body: urlencoded(pairs) }
  // The browser sets this content type, because it contains the boundary.
  if (encoding === 'multipart/form-data') return { method, path, contentType: undefined, body: formData(pairs) }
  const members = new Map(filled.map(field => [field.name, jsonValue(field, entered, literals.get(field.name))]))
  return { method, path, contentType, body: jsonObject(members) }
}

// An empty string counts as a value only if the field is required.
function isFilled ({ name, required, choices }: Field, entered: Entered): boolean {
  const values = entered.get(name) ?? []
  if (choices?.many === true) return required || values.some(value => value !== '')
  return values.length > 0 && (required || values[0] !== '')
}

function jsonObject (members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

function jsonValue (field: Field, entered: Entered, literals: Literals | undefined): string {
  const values = (entered.get(field.name) ?? []).map(value => literals?.get(value) ?? jsonScalar(field, value))
  return field.choices?.many === true ? `[${values.join(',')}]` : values[0] ?? '""'
}

// Numbers and booleans are known by the control, or by the value in the document. Other values are strings.
function jsonScalar ({ type, valueType }: Field, value: string): string {
  if (valueType === 'boolean' && (value === 'true' || value === 'false')) return value
  const isNumber = type === 'number' || type === 'range' || valueType === 'number'
  return (isNumber ? jsonNumber(value) : null) ?? JSON.stringify(value)
}

// Keeps the digits as entered. Numbers that are valid in HTML only (`.5`, `007`) are converted.
// Returns null for other strings.
function jsonNumber (value: string): string | null {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return value
  return value.trim() !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : null
}

function urlencoded (pairs: Pairs): string {
  return String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])))
}

function formData (pairs: Pairs): FormData {
  const data = new FormData()
  for (const [name, value] of pairs) data.append(name, value)
  return data
}
