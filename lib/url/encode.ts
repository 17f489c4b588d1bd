/** Returns a value of a URL as a string: strings, finite numbers, bigints, booleans; null for everything else. */
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

/** `encodeURIComponent`, but returns null for a lone surrogate instead of throwing. */
export function percentEncoded (text: string): string | null {
  // Most values need no escape. Checking first takes half the time: a loop for short strings, an expression for long ones.
  if (text.length <= LONGEST_SCAN ? isPlain(text) : UNRESERVED.test(text)) return text
  try {
    return encodeURIComponent(text)
  } catch {
    return null
  }
}

/** `encodeURI` for literal text before a parameter, but returns null for a lone surrogate instead of throwing. */
export function encodedLiteral (text: string): string | null {
  try {
    return encodeURI(text)
  } catch {
    return null
  }
}

/** The same for literal text after a parameter in its segment. The router compares it decoded, so it can have any character. */
export function encodedStatic (text: string): string | null {
  return encodedLiteral(text)?.replace(/[?#;]/g, encodeURIComponent) ?? null
}

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/

/** Returns true if a URL parser would remove a segment of the path (RFC 3986, section 5.2.4). */
export function hasDotSegment (path: string): boolean {
  return DOT_SEGMENT.test(path)
}

function isPlain (text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (PLAIN[text.charCodeAt(index)] !== 1) return false
  }
  return true
}

const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => UNRESERVED.test(String.fromCharCode(code)) ? 1 : 0)
