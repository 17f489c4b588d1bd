/** Returns a value of a URL as a string: strings, finite numbers, bigints, booleans; null for everything else. */
export function scalarString (value: unknown): string | null {
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
export function percentEncoded (value: string): string | null {
  // Most values need no escape. Checking first takes half the time: a loop for short strings,
  // an expression for long ones.
  if (value.length <= LONGEST_SCAN ? isPlain(value) : UNRESERVED.test(value)) return value
  try {
    return encodeURIComponent(value)
  } catch {
    return null
  }
}

/** `encodeURI` for literals before a parameter, but returns null for a lone surrogate instead of throwing. */
export function encodedLiteral (value: string): string | null {
  try {
    return encodeURI(value)
  } catch {
    return null
  }
}

/**
 * The same for literals after a parameter in its segment. The router compares them decoded,
 * so they can have any character.
 */
export function encodedStatic (value: string): string | null {
  return encodedLiteral(value)?.replace(/[?#;]/g, encodeURIComponent) ?? null
}

const DOT_SEGMENT = /(?:^|\/)\.\.?(?:\/|$)/

/** Returns true if a URL parser would remove a segment of the path (RFC 3986, section 5.2.4). */
export function hasDotSegment (path: string): boolean {
  return DOT_SEGMENT.test(path)
}

function isPlain (value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    if (PLAIN[value.charCodeAt(index)] !== 1) return false
  }
  return true
}

const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => UNRESERVED.test(String.fromCharCode(code)) ? 1 : 0)
