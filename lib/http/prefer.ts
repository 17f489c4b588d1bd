/**
 * The Prefer field: RFC 7240 section 2. Every function takes time linear in the field.
 */

import { isSemicolon, partEnd, skipSpace, trimEnd } from './list-scanner.ts'

const ESCAPED = /\\(.)/gs

/**
 * Returns the value of a preference: of its first instance, without quotes.
 *
 * A value without quotes may have any characters, because clients send relations such as `acme:notes` so.
 *
 * @param field the lines of the field, joined
 * @param name in lower case
 * @returns an empty string for a preference without a value; null if the field does not have it,
 * or is malformed before it
 */
export function preferenceOf (field: string, name: string): string | null {
  for (let at = 0; at < field.length; at++) {
    const start = skipSpace(field, at)
    at = partEnd(field, start)
    if (at > field.length) return null
    const preference = field.slice(start, trimEnd(field, start, at))
    const equals = preference.indexOf('=')
    const nameEnd = trimEnd(preference, 0, equals === -1 ? preference.length : equals)
    if (preference.slice(0, nameEnd).toLowerCase() === name) {
      if (equals === -1) return ''
      return unquoted(preference, skipSpace(preference, equals + 1))
    }
    while (isSemicolon(field, at)) at = partEnd(field, at + 1)
  }
  return null
}

function unquoted (preference: string, start: number): string {
  const isQuoted = preference.charCodeAt(start) === 0x22 && preference.endsWith('"')
  return isQuoted ? preference.slice(start + 1, -1).replace(ESCAPED, '$1') : preference.slice(start)
}

/** Returns the value of Preference-Applied for a preference with a value (RFC 7240 section 3). */
export function appliedPreference (name: string, value: string): string {
  return `${name}="${value.replace(/["\\]/g, '\\$&')}"`
}
