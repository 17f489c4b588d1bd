/**
 * The host and port of a Host field: RFC 9110 section 7.2, RFC 3986 section 3.2. Stricter than
 * the RFCs, because the value becomes a part of every href.
 */

// Linear: no character can match in two ways.
const NAME = /^(?=[^:]{1,255}(?::|$))[._-]*[0-9a-z][0-9a-z._-]*(?::\d{0,5})?$/i
const IPV6 = /^\[[0-9a-f:.]{2,45}\](?::\d{0,5})?$/i

// The URL parser drops the port of its own scheme.
const OMITTED_PORT = /:(?:80)?$/

/**
 * Returns true for an authority that every parser reads alike: a name of letters, digits, `-`, `.`
 * and `_`, an IPv4 address or an IPv6 literal, with or without a port (RFC 3986 section 3.2).
 * Returns false if a URL parser changes it (`127.1`, `[0::1]`, `host:080`), except for letter case
 * and a port that is empty or 80.
 *
 * @param host host and port, without a scheme; the name at most 255 characters
 */
export function isAuthority (host: string): boolean {
  if (!NAME.test(host) && !IPV6.test(host)) return false
  const url = `http://${host}`
  return URL.canParse(url) && new URL(url).host === host.toLowerCase().replace(OMITTED_PORT, '')
}
