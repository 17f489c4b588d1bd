/**
 * How the input of a form is sent: in the query, or as a body of a media type.
 */

/** How a body is written: as one of these media types. */
type BodyEncoding = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data'

/**
 * Whether the input of a form is sent in the query: a body of these methods has no semantics (RFC 9110, section 9.3).
 */
export function isSentInQuery (method: string): boolean {
  return ['GET', 'HEAD', 'DELETE'].includes(method)
}

/**
 * Returns how a body of a Content-Type value is written: the media type is compared without case and parameters, and
 * one with the suffix `+json` is JSON (RFC 6839, section 3.1). Returns null for other media types.
 */
export function encodingOf (contentType: string): BodyEncoding | null {
  const type = contentType.replace(/;.*/s, '').trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') return type
  if (/^application\/(?:\S+\+)?json$/.test(type)) return 'application/json'
  return null
}

/**
 * Replaces the parameters of a query that have the names of the pairs. The others keep their values,
 * and are encoded as in a form.
 */
export function setQuery (url: URL, pairs: ReadonlyArray<readonly [name: string, value: string]>): void {
  if (pairs.length === 0) return
  const replaced = new Map(pairs)
  const kept = [...url.searchParams].filter(([name]) => !replaced.has(name))
  // Once: the parameters of a URL write its whole query with each change.
  url.search = String(new URLSearchParams([...kept, ...pairs] as [string, string][]))
}

/** Returns a path with parameters of its query replaced. */
export function withQuery (path: string, pairs: ReadonlyArray<readonly [name: string, value: string]>): string {
  // Not as a base: a path may begin with two slashes.
  const url = new URL(`http://localhost${path}`)
  setQuery(url, pairs)
  return url.pathname + url.search
}
