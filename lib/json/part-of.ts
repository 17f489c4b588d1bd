/**
 * Whether JSON shows nothing but members of a value, as JSON.stringify writes them: all of them, or those that a schema
 * has. Then it is JSON of this value, whatever wrote it. An object without members may be of any value.
 * @param json of an object
 * @example isPartOf('{"id":1,"owner":{"name":"Ann"}}', { id: 1, owner: { name: 'Ann', key: 'secret' } }) // true
 */
export function isPartOf (json: string, value: unknown): boolean {
  try {
    const parsed = JSON.parse(json) as object
    return Object.keys(parsed).length > 0 && shows(parsed, value)
  } catch {
    // It is nested deeper than the stack allows, or a getter throws.
    return false
  }
}

function shows (parsed: unknown, value: unknown): boolean {
  if (typeof parsed !== 'object' || parsed === null) {
    return parsed === value || (value instanceof Date && parsed === value.toJSON())
  }
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false
  if (Array.isArray(parsed)) {
    return Array.isArray(value) && parsed.length === value.length && parsed.every((part, at) => shows(part, value[at]))
  }
  for (const name of Object.keys(parsed)) {
    if (!shows((parsed as Record<string, unknown>)[name], (value as Record<string, unknown>)[name])) return false
  }
  return true
}
