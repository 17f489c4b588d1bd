// What a form sends: typed values as the request that the route expects.
import type { Submission } from '../hypermedia/encode.ts'
import { type Entered, submissionOf } from '../hypermedia/fill.ts'
import { isSentInQuery } from '../lib/http/form-encoding.ts'
import type { TargetInput } from './target-routes.ts'

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'

/** The media types that forms without a script can be sent as. */
export const SENDABLE: readonly string[] = [JSON_TYPE, URLENCODED]

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
 * Returns the request of a form with the values that were typed.
 * @param contentType of the body; undefined for none
 */
export function typedSubmission (
  method: string, path: string, contentType: string | undefined, entered: Entered, { fields, types }: TargetInput
): Submission {
  if (contentType === undefined && !isSentInQuery(method)) return { method, path, contentType, body: null }
  const lists = fields.filter(({ name, choices }) => choices?.many === true && entered.has(name))
  // Too many choices for checkboxes are typed, one in each line.
  const typed = lists.map(({ name }) => [name, entered.get(name)!.flatMap(value => value.split('\n'))] as const)
  // A checkbox has its other value before it.
  const switched = fields.filter(({ name, choices }) => choices?.many === false && entered.has(name))
    .map(({ name }) => [name, entered.get(name)!.slice(-1)] as const)
  return submissionOf(
    { method, contentType, fields }, new Map([...entered, ...typed, ...switched]), path, { types }
  )
}
