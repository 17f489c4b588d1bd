import { isSentInQuery } from './action.ts'
import type { Field } from './field.ts'
import type { Form } from './form.ts'

/** A request that a form or an action makes. */
export interface Submission {
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly body: string | FormData | null
}

/** What was entered: field names to values. */
export type Entered = ReadonlyMap<string, readonly string[]>

const JSON_TYPE = 'application/json'

/** The request for a filled form. The path is that of its target. */
export function submissionOf (form: Form, entered: Entered, path: string): Submission {
  const { method, fields } = form
  const given = fields.filter(field => isGiven(field, entered))
  const pairs = given.flatMap(({ name }) => (entered.get(name) ?? []).map(value => [name, value] as const))
  if (isSentInQuery(method)) return { method, path: withQuery(path, pairs), contentType: undefined, body: null }
  if (fields.length === 0) return { method, path, contentType: undefined, body: null }
  const contentType = form.contentType ?? JSON_TYPE
  if (contentType === 'application/x-www-form-urlencoded') return { method, path, contentType, body: String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))) }
  // The browser adds the boundary to this type, and so must write it.
  if (contentType === 'multipart/form-data') return { method, path, contentType: undefined, body: formData(pairs) }
  return { method, path, contentType, body: objectText(new Map(given.map(field => [field.name, valueText(field, entered)]))) }
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

// Numbers as numbers; all else as the text that it is, for the form says no more.
function valueText ({ name, type, choices }: Field, entered: Entered): string {
  const values = entered.get(name) ?? []
  if (choices?.many === true) return JSON.stringify(values)
  const [value = ''] = values
  return (type === 'number' || type === 'range' ? numberText(value) : null) ?? JSON.stringify(value)
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
