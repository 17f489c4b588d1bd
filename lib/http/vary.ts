/**
 * The Vary field: RFC 9110 section 12.5.5.
 */

/** The headers of a response. */
interface Response {
  getHeader (name: string): string | number | string[] | undefined
  header (name: string, value: string): unknown
}

/** Adds a field name to the Vary of a response. */
export function addVary (response: Response, name: string): void {
  response.header('vary', varyWith(response.getHeader('vary'), name))
}

/**
 * Returns the Vary value with one more field name.
 *
 * @param existing the value of the response; the lines of an array are joined
 * @param name the field name to add; names compare without case
 * @returns the value; unchanged if it has the name, or `*`, already
 */
export function varyWith (existing: string | number | string[] | undefined, name: string): string {
  if (existing === undefined) return name
  const value = Array.isArray(existing) ? existing.join(', ') : String(existing)
  if (has(value.toLowerCase(), name.toLowerCase())) return value
  if (value.trim() === '') return name
  return `${value}, ${name}`
}

function has (value: string, name: string): boolean {
  return value.split(',').some((part) => {
    const field = part.trim()
    return field === '*' || field === name
  })
}
