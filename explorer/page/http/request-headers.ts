import type { HeaderPairs } from './exchange.ts'

// RFC 9110, sections 5.1 and 5.5; a browser sends no character above U+00FF.
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Why a header is not sent, or null. */
export function headerFault ([name, value]: readonly [string, string]): string | null {
  if (!NAME.test(name)) return name === '' ? 'A header has a name.' : `'${name}' is no header name: letters, digits and hyphens.`
  if (!VALUE.test(value)) return `The value of ${name} has a character that no header can hold.`
  return isForbidden(name, value) ? `No page may set ${name}.` : null
}

// Those that the browser keeps to itself, such as Cookie and Origin (Fetch, section 2.2.2): it drops them without a word.
function isForbidden (name: string, value: string): boolean {
  return !new Request(location.origin, { headers: [[name, value]] }).headers.has(name)
}

/** The headers that can be sent. */
export function sendable (headers: HeaderPairs): HeaderPairs {
  return headers.filter(header => headerFault(header) === null)
}
