import { isSentInQuery } from './action.ts'
import type { Field } from './field.ts'
import type { Form } from './form.ts'
import type { Literals } from './literals.ts'

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** A request that a form or an action makes. */
export interface Submission {
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly body: string | FormData | null
  /** The entity tag that the resource must still have (RFC 9110, section 13.1.1). */
  readonly ifMatch?: string | undefined
}

/** Whether a form sends its fields as JSON. */
export function sendsJson ({ method, contentType = JSON_TYPE }: Form): boolean {
  return !isSentInQuery(method) && contentType !== URLENCODED && contentType !== MULTIPART
}

/** What was entered: field names to values. */
export type Entered = ReadonlyMap<string, readonly string[]>

/**
 * The request for a filled form.
 * @param path that of its target
 * @param literals by field name, the texts that stand for numbers and booleans
 */
export function submissionOf (form: Form, entered: Entered, path: string, literals: ReadonlyMap<string, Literals> = new Map()): Submission {
  const { method, fields } = form
  const given = fields.filter(field => isGiven(field, entered))
  const pairs = given.flatMap(({ name }) => (entered.get(name) ?? []).map(value => [name, value] as const))
  if (isSentInQuery(method)) return { method, path: withQuery(path, pairs), contentType: undefined, body: null }
  if (fields.length === 0) return { method, path, contentType: undefined, body: null }
  const contentType = form.contentType ?? JSON_TYPE
  if (contentType === URLENCODED) return { method, path, contentType, body: String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))) }
  // The browser adds the boundary to this type, and so must write it.
  if (contentType === MULTIPART) return { method, path, contentType: undefined, body: formData(pairs) }
  return { method, path, contentType, body: objectText(new Map(given.map(field => [field.name, valueText(field, entered, literals.get(field.name))]))) }
}

// An empty text is no value, unless the form asks for one.
function isGiven ({ name, required, choices }: Field, entered: Entered): boolean {
  const values = entered.get(name) ?? []
  if (choices?.many === true) return required || values.some(value => value !== '')
  return values.length > 0 && (required || values[0] !== '')
}

function objectText (members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

function valueText (field: Field, entered: Entered, literals: Literals | undefined): string {
  const texts = (entered.get(field.name) ?? []).map(value => literals?.get(value) ?? jsonText(field, value))
  return field.choices?.many === true ? `[${texts.join(',')}]` : texts[0] ?? '""'
}

// Numbers and booleans where the control or the value of the document is one; all else is text, for the form shows no more.
function jsonText ({ type, valueType }: Field, value: string): string {
  if (valueType === 'boolean' && (value === 'true' || value === 'false')) return value
  const isNumber = type === 'number' || type === 'range' || valueType === 'number'
  return (isNumber ? numberText(value) : null) ?? JSON.stringify(value)
}

// As it was entered, so that no digit is lost; what only HTML calls a number (`.5`, `007`) as JSON writes it.
function numberText (value: string): string | null {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return value
  return value.trim() !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : null
}

function withQuery (path: string, pairs: ReadonlyArray<readonly [string, string]>): string {
  const url = new URL(path, 'http://localhost')
  for (const name of new Set(pairs.map(([name]) => name))) url.searchParams.delete(name)
  for (const [name, value] of pairs) url.searchParams.append(name, value)
  return url.pathname + url.search
}

function formData (pairs: ReadonlyArray<readonly [string, string]>): FormData {
  const data = new FormData()
  for (const [name, value] of pairs) data.append(name, value)
  return data
}
