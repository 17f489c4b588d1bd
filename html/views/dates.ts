// Dates and times for people. They keep their own offset: the server does not know the reader's offset.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// RFC 3339.
const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/i

/**
 * Returns a date, or a date with a time, in words: `3 Mar 2026, 14:05 UTC`; null for another text.
 * @param format of its schema; undefined if a text of this form is a date
 */
export function dateWords (text: string, format: string | undefined): string | null {
  if (format !== undefined && !['date', 'date-time', 'time', 'iso-time', 'iso-date-time'].includes(format)) return null
  const [date = '', time] = text.split(/[T ]/i, 2)
  if (format === 'time' || format === 'iso-time') return timeWords(text)
  const day = dayWords(date)
  if (day === null) return null
  if (time === undefined) return day
  const clock = timeWords(time)
  return clock === null ? null : `${day}, ${clock}`
}

function dayWords (date: string): string | null {
  const [, year, month, day] = DATE.exec(date) ?? []
  return year === undefined ? null : `${Number(day)} ${MONTHS[Number(month) - 1]!} ${year}`
}

function timeWords (time: string): string | null {
  const [, hours, minutes, zone = ''] = TIME.exec(time) ?? []
  if (hours === undefined) return null
  const clock = `${hours}:${minutes!}`
  if (zone === '') return clock
  return /^(?:z|[+-]00:00)$/i.test(zone) ? `${clock} UTC` : `${clock} UTC${zone}`
}
