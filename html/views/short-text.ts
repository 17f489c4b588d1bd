// Values in a line.
export { shortened } from '../../views/labels.ts'

const LONGEST = 160

/** Returns the beginning of a value as it is shown in a cell of a table; an empty string for no value. */
export function textOf (value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? summaryOf(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

// JSON of a large value is not made for its beginning.
function summaryOf (value: object): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length
  if (count > 10) return Array.isArray(value) ? `[${count} items]` : `{${count} members}`
  const isPlainList = Array.isArray(value) && value.every(item => typeof item !== 'object')
  return isPlainList ? value.map(item => String(item).slice(0, LONGEST)).join(', ') : JSON.stringify(value)
}
