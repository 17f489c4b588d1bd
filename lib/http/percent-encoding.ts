/**
 * Percent-encoding of strings as UTF-8: RFC 3986 section 2.1.
 */

// Not Buffer: the page of the explorer uses this module too.
const utf8 = /* @__PURE__ */ new TextEncoder()

/**
 * Makes a function that percent-encodes the characters that are not allowed in one place.
 *
 * @param unchanged matches strings that are allowed there as they are, of ASCII only
 * @returns a function of any string; a lone surrogate is encoded as U+FFFD, `%EF%BF%BD`
 */
export function percentEncoder (unchanged: RegExp): (value: string) => string {
  const written = Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte)
    if (unchanged.test(character)) return character
    return triplet(byte)
  })
  return value => {
    if (unchanged.test(value)) return value
    let encoded = ''
    for (const byte of utf8.encode(value)) encoded += written[byte]
    return encoded
  }
}

/** Percent-encodes all bytes of a string; a lone surrogate as U+FFFD. */
export function percentEncoded (text: string): string {
  return Array.from(utf8.encode(text), triplet).join('')
}

function triplet (byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
