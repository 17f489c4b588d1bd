import type { HeaderPairs } from './exchange.ts'

// RFC 9110, sections 5.1 and 5.5. Browsers reject characters above U+00FF.
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Returns the reason why a header cannot be sent, or null. */
export function headerError ([name, value]: readonly [string, string]): string | null {
  if (name === '') return 'The name is missing.'
  if (!NAME.test(name)) return `'${name}' is not a valid header name. Use letters, digits and hyphens.`
  if (!VALUE.test(value)) return `The value of ${name} contains a character that is not allowed in headers.`
  return isForbidden(name, value) ? `Browsers do not allow pages to set ${name}.` : null
}

// Forbidden request headers, such as Cookie and Origin (Fetch, section 2.2.2):
// the browser removes them without an error.
function isForbidden (name: string, value: string): boolean {
  return !new Request(location.origin, { headers: [[name, value]] }).headers.has(name)
}

/** Returns the headers that can be sent. */
export function sendableHeaders (headers: HeaderPairs): HeaderPairs {
  return headers.filter(header => headerError(header) === null)
}
