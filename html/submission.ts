// What browsers send: the names and values of a form, or of a query.
import type { Entered } from '../hypermedia/fill.ts'

const JSON_TYPE = 'application/json'

/** The media types that browsers send forms as. */
export const URLENCODED = 'application/x-www-form-urlencoded'
export const MULTIPART = 'multipart/form-data'

/** The media types that forms without a script can be sent as. */
export const SENDABLE: readonly string[] = [JSON_TYPE, URLENCODED, MULTIPART]

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
  for (const [name, value] of new URLSearchParams(body)) add(entered, withLineFeeds(name), withLineFeeds(value))
  return entered
}

/** Adds a value to those of a name. */
export function add<V> (map: Map<string, V[]>, name: string, value: V): void {
  const values = map.get(name)
  if (values === undefined) map.set(name, [value])
  else values.push(value)
}
