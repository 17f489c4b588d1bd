/**
 * Dates in fields: RFC 9651 section 3.3.7 (structured), RFC 9110 section 5.6.7 (HTTP-date), and
 * RFC 3339 as the accepted profile of ISO 8601.
 */

const ISO_DATE = /^(\d{4}-\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i

// The years that both kinds of date can express; RFC 9651 requires no more.
const FIRST_YEAR = 1
const LAST_YEAR = 9999

/**
 * Reads a point in time.
 *
 * @param value a Date, or an ISO 8601 string: `2026-01-15`, `2026-01-15T08:30Z`,
 * `2026-01-15T08:30:00.5+01:00`. Without an offset it is UTC, whatever the time zone of the machine
 * @returns a new Date; `null` if it is malformed, not a calendar date, or not in the years 1 to 9999
 */
export function readDate (value: Date | string): Date | null {
  const date = value instanceof Date ? new Date(value) : readString(value)
  const year = date?.getUTCFullYear() ?? NaN
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return date
  return null
}

function readString (value: string): Date | null {
  const parts = ISO_DATE.exec(value)
  if (parts === null) return null
  const [, month, day, time = '00:00', offset = 'Z'] = parts
  // Date reads the 30th of February as the 2nd of March.
  if (new Date(`${month}-${day}T00:00Z`).getUTCDate() !== Number(day)) return null
  return new Date(`${month}-${day}T${time}${offset.toUpperCase()}`)
}

/**
 * Returns a date as a structured field: `@` and seconds since 1970, rounded down (RFC 9651 section
 * 3.3.7, which RFC 9745 uses for Deprecation).
 */
export function structuredDate (date: Date): string {
  return `@${Math.floor(date.getTime() / 1000)}`
}

/**
 * Returns a date as an HTTP-date, `Tue, 06 Jan 2026 08:09:07 GMT`, without fractions of a second
 * (RFC 9110 section 5.6.7, IMF-fixdate).
 */
export function httpDate (date: Date): string {
  return date.toUTCString()
}
