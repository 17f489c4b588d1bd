import type { HeaderPairs } from './exchange.ts'

// RFC 9110, sections 5.1 and 5.5; a browser sends no character above U+00FF.
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** What is wrong with a header, or null. */
export function headerFault ([name, value]: readonly [string, string]): string | null {
  if (!NAME.test(name)) return name === '' ? 'A header has a name.' : `'${name}' is no header name: letters, digits and hyphens.`
  return VALUE.test(value) ? null : `The value of ${name} has a character that no header can hold.`
}

/** The headers that can be sent. */
export function sendable (headers: HeaderPairs): HeaderPairs {
  return headers.filter(header => headerFault(header) === null)
}
