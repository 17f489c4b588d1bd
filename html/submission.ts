// What a form sends: typed values as the request that the route expects.
import { isSentInQuery, withQuery } from '../lib/http/form-encoding.ts'
import type { Field } from '../hypermedia/field.ts'
import type { TargetInput } from './target-routes.ts'

/** The values that were typed, by field name. */
export type Entered = ReadonlyMap<string, readonly string[]>

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'

/** The media types that forms without a script can be sent as. */
export const SENDABLE: readonly string[] = [JSON_TYPE, URLENCODED]

/** The path and body of a request. */
export interface Submission {
  readonly path: string
  readonly contentType?: string
  readonly body?: string
}

/**
 * Returns a name or value of a form's data with `\n` for each line break. Browsers write CRLF (HTML, "converting an
 * entry list to a list of name-value pairs"), which counts twice where the length is limited.
 */
export function withLineFeeds (text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}

/** Reads the body of a form, or a query. */
export function readEntered (body: string): Entered {
  const entered = new Map<string, string[]>()
  for (const [sentName, sentValue] of new URLSearchParams(body)) {
    const [name, value] = [withLineFeeds(sentName), withLineFeeds(sentValue)]
    const values = entered.get(name)
    if (values === undefined) entered.set(name, [value])
    else values.push(value)
  }
  return entered
}

/**
 * Returns the request of a form. Empty controls are not sent, unless the route requires the field.
 * @param contentType of the body; undefined for none
 */
export function submissionOf (
  method: string, path: string, contentType: string | undefined, entered: Entered, input: TargetInput
): Submission {
  // Looked up by name: a body has as many names as fit into it.
  const fields = new Map(input.fields.map(field => [field.name, field]))
  const filled = Array.from(entered, ([name, values]) => [name, sentValues(fields.get(name), values)] as const)
    .filter(([, values]) => values.length > 0)
  if (isSentInQuery(method)) return { path: withQuery(path, pairsOf(filled)) }
  if (contentType === undefined) return { path }
  if (contentType === URLENCODED) return { path, contentType, body: String(new URLSearchParams(pairsOf(filled))) }
  const members = [
    ...filled.map(([name, values]) =>
      `${JSON.stringify(name)}:${jsonOf(fields.get(name), values, input.types.get(name))}`),
    ...emptyLists(input, entered).map(name => `${JSON.stringify(name)}:[]`)
  ]
  return { path, contentType, body: `{${members.join(',')}}` }
}

function pairsOf (filled: ReadonlyArray<readonly [string, readonly string[]]>): [string, string][] {
  return filled.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
}

// A browser sends a string for each empty control.
function sentValues (field: Field | undefined, values: readonly string[]): readonly string[] {
  if (field?.required === true && field.choices === undefined) return values
  // Too many choices for checkboxes are typed, one in each line.
  const typed = field?.choices?.many === true ? values.flatMap(value => value.split('\n')) : values
  return typed.filter(value => value !== '')
}

// A browser sends nothing for a list of checkboxes of which none is checked.
function emptyLists ({ fields }: TargetInput, entered: Entered): string[] {
  return fields.filter(({ required, choices, name }) => required && choices?.many === true && !entered.has(name))
    .map(({ name }) => name)
}

function jsonOf (field: Field | undefined, values: readonly string[], types: readonly string[] | undefined): string {
  const isNumber = field?.type === 'number' || field?.type === 'range'
  const known = types ?? (isNumber ? ['number'] : ['string'])
  const json = values.map(value => jsonScalar(value, known))
  return field?.choices?.many === true || values.length > 1 ? `[${json.join(',')}]` : json[0]!
}

// A string is sent wherever the schema accepts one. The route's validator reports a value of the wrong type.
function jsonScalar (value: string, types: readonly string[]): string {
  if (types.includes('string')) return JSON.stringify(value)
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value
  const isNumber = (types.includes('number') || types.includes('integer')) && value.trim() !== '' &&
    Number.isFinite(Number(value))
  if (!isNumber) return JSON.stringify(value)
  // Keeps the digits as they were typed.
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? value : String(Number(value))
}
