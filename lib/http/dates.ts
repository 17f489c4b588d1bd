/**
 * Dates in fields: RFC 9651 section 3.3.7 (structured), RFC 9110 section 5.6.7 (HTTP-date), and
 * RFC 3339 as the profile of ISO 8601 that is read.
 */

const ISO_DATE = /^(\d{4}-\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i

// The years that both kinds of date can say; RFC 9651 asks no more of its readers.
const FIRST_YEAR = 1
const LAST_YEAR = 9999

/**
 * Reads a point in time.
 *
 * @param value a Date, or ISO 8601 text: `2026-01-15`, `2026-01-15T08:30Z`,
 * `2026-01-15T08:30:00.5+01:00`. Text without an offset is UTC, so that it says the same on
 * every machine
 * @returns a new Date; `null` when unreadable, no day of the calendar, or not in the years 1 to 9999
 */
export function readDate (value: Date | string): Date | null {
  const date = value instanceof Date ? new Date(value) : readText(value)
  const year = date?.getUTCFullYear() ?? NaN
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date : null
}

function readText (text: string): Date | null {
  const parts = ISO_DATE.exec(text)
  if (parts === null) return null
  const [, month, day, time = '00:00', offset = 'Z'] = parts
  // Date takes the 30th of February for the 2nd of March.
  if (new Date(`${month}-${day}T00:00Z`).getUTCDate() !== Number(day)) return null
  return new Date(`${month}-${day}T${time}${offset.toUpperCase()}`)
}

/**
 * A date as a structured field: `@` and seconds since 1970, a fraction floored (RFC 9651 section
 * 3.3.7, which RFC 9745 uses for Deprecation).
 */
export function structuredDate (date: Date): string {
  return `@${Math.floor(date.getTime() / 1000)}`
}

/**
 * A date as an HTTP-date, `Tue, 06 Jan 2026 08:09:07 GMT`; a fraction of a second is left out
 * (RFC 9110 section 5.6.7, IMF-fixdate).
 */
export function httpDate (date: Date): string {
  return date.toUTCString()
}
