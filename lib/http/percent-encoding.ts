/**
 * Percent-encoding of strings as UTF-8: RFC 3986 section 2.1.
 */

/**
 * Makes a function that percent-encodes the characters that are not allowed in one place.
 *
 * @param unchanged matches strings that are allowed there as they are, of ASCII only
 * @returns a function of any string; a lone surrogate is encoded as U+FFFD, `%EF%BF%BD`
 */
export function percentEncoder (unchanged: RegExp): (value: string) => string {
  const written = Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte)
    return unchanged.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return value => unchanged.test(value) ? value : encode(value, written)
}

// Not Buffer: the page of the explorer uses this module too.
const utf8 = /* @__PURE__ */ new TextEncoder()

function encode (value: string, written: readonly string[]): string {
  let encoded = ''
  for (const byte of utf8.encode(value)) encoded += written[byte]
  return encoded
}
