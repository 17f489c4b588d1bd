/** The text of a value in a URL: strings, finite numbers, bigints, booleans; null for everything else. */
export function scalarText (value: unknown): string | null {
  switch (typeof value) {
    case 'string': return value
    case 'number': return Number.isFinite(value) ? String(value) : null
    case 'bigint':
    case 'boolean': return String(value)
    default: return null
  }
}

const UNRESERVED = /^[\w.~!*'()-]*$/
const LONGEST_SCAN = 12

/** `encodeURIComponent`, with null in place of the URIError for a lone surrogate. */
export function percentEncoded (text: string): string | null {
  // Most values need no escape. Asking first takes half the time: a loop for short texts, an expression beyond.
  if (text.length <= LONGEST_SCAN ? isPlain(text) : UNRESERVED.test(text)) return text
  try {
    return encodeURIComponent(text)
  } catch {
    return null
  }
}

/** `encodeURI` for the literal text of a pattern, with null in place of the URIError for a lone surrogate. */
export function literalEncoded (text: string): string | null {
  try {
    return encodeURI(text)
  } catch {
    return null
  }
}

function isPlain (text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (PLAIN[text.charCodeAt(index)] !== 1) return false
  }
  return true
}

const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => UNRESERVED.test(String.fromCharCode(code)) ? 1 : 0)
