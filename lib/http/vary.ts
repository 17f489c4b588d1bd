/**
 * The Vary field: RFC 9110 section 12.5.5.
 */

/**
 * The Vary value with one more field name.
 *
 * @param existing what the response has; the lines of an array are joined
 * @param name the field name to add; names compare without case
 * @returns the value; unchanged where it holds the name, or `*`, already
 */
export function varyWith (existing: string | number | string[] | undefined, name: string): string {
  if (existing === undefined) return name
  const value = Array.isArray(existing) ? existing.join(', ') : String(existing)
  if (holds(value.toLowerCase(), name.toLowerCase())) return value
  return value.trim() === '' ? name : `${value}, ${name}`
}

function holds (value: string, name: string): boolean {
  return value.split(',').some((part) => {
    const field = part.trim()
    return field === '*' || field === name
  })
}
