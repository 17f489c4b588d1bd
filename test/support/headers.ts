import { parseItem } from 'structured-headers'

export type HeaderPair = readonly [name: string, value: string]

interface Head {
  readonly headers: readonly HeaderPair[]
}

/** The values of a header, one for each line. */
export function headerLines (response: Head, name: string): string[] {
  return response.headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

/** The lines of a header as one list, or `null` where there is none. */
export function header (response: Head, name: string): string | null {
  const lines = headerLines(response, name)
  return lines.length === 0 ? null : lines.join(', ')
}

/**
 * When the endpoint is deprecated: a structured field, an Item of type Date (RFC 9745, section 2.1).
 * @returns `null` without the header
 * @throws Error for anything else, a second line included
 */
export function deprecationDate (response: Head): Date | null {
  const value = header(response, 'deprecation')
  if (value === null) return null
  const [date] = parseItem(value)
  if (!(date instanceof Date)) throw new Error(`Deprecation is no date: ${value}`)
  return date
}
