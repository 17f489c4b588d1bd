// What hrefs begin with: base URLs, prefixes, hosts; and the URL of the current request.
import { domainToUnicode } from 'node:url'

const SLASH = 0x2f

/** Returns a path without the slashes at its end. Linear, unlike `/\/+$/`, which starts again at every slash. */
export function withoutTrailingSlashes (path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return path.slice(0, end)
}

const ESCAPE = /%(?:u00)?([\da-f]{2})/gi
// A server that decodes a path once is usual, and a proxy before it is another.
const MOST_DECODINGS = 4
// Servers of Java drop what follows a semicolon in a segment, those of Windows read backslashes as slashes, and what
// decodes `%3F` before it finds the query ends the path there.
const DOT_SEGMENT = /(?:^|[/\\;?#])[\s\0]*\.\.?[\s\0]*(?:[/\\;?#]|$)/
// Characters that are encoded longer than necessary (RFC 3629, section 3): some decoders read `%c0%ae` as a dot.
const OVERLONG = /[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/

/**
 * Returns true if a server or a proxy may read a dot segment in a path (RFC 3986, section 5.2.4), in any spelling and
 * encoded up to three times; also for a path that is encoded more often.
 */
export function mayHaveDotSegment (path: string): boolean {
  let decoded = path
  for (let count = 0; count < MOST_DECODINGS; count++) {
    const next = decoded.replace(ESCAPE, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    if (next === decoded) return DOT_SEGMENT.test(decoded) || OVERLONG.test(decoded)
    decoded = next
  }
  return true
}

// The characters of path segments (RFC 3986, section 3.3), without the comma, which separates the values of a header.
const PREFIX = /^\/[\w\-.~!$&'()*+;=:@%/]*$/

/**
 * Returns the path prefix that a header contains, without a final slash;
 * null unless it is a path without empty and dot segments.
 */
export function prefixOf (path: string): string | null {
  const prefix = withoutTrailingSlashes(path)
  if (prefix === '') return path.length < 2 ? '' : null
  const isPath = PREFIX.test(prefix) && !/%(?![\da-f]{2})/i.test(prefix)
  if (isPath && !prefix.includes('//') && !mayHaveDotSegment(prefix)) return prefix
  return null
}

/**
 * Returns the origin and path prefix of a base URL without a final slash, or null unless it is an http or https URL
 * without a query.
 */
export function baseOf (href: string): string | null {
  const url = URL.canParse(href) ? new URL(href) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '' ||
    url.pathname.startsWith('//')) {
    return null
  }
  return url.origin + withoutTrailingSlashes(url.pathname)
}

/**
 * Returns the path and query of a request target (RFC 9112, section 3.2). An absolute form loses its origin. Leading
 * slashes become one, backslashes included: browsers read them as slashes.
 */
export function originFormOf (requestTarget: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(requestTarget)
  const path = authority === null ? requestTarget : requestTarget.slice(authority[0].length)
  const end = path.indexOf('#')
  return '/' + (end === -1 ? path : path.slice(0, end)).replace(/^[\\/]+/, '')
}

// The host and port of a Host field: RFC 9110 section 7.2, RFC 3986 section 3.2. Stricter than the RFCs, because the
// value becomes a part of every href. Linear: no character can match in two ways.
const NAME = /^(?=[^:]{1,255}(?::|$))[._-]*[0-9a-z][0-9a-z._-]*(?::\d{0,5})?$/i
const IPV6 = /^\[[0-9a-f:.]{2,45}\](?::\d{0,5})?$/i

// The URL parser drops the port of its own scheme.
const OMITTED_PORT = /:(?:80)?$/

/**
 * Returns true for an authority that every parser reads alike: a name of letters, digits, `-`, `.`
 * and `_`, an IPv4 address or an IPv6 literal, with or without a port (RFC 3986 section 3.2).
 * Returns false if a URL parser changes it (`127.1`, `[0::1]`, `host:080`), except for letter case
 * and a port that is empty or 80; and for Punycode that decodes to no name (`xn--a`), which parsers accept since the
 * URL Standard of June 2026 (Node.js 24 and 26), and older ones reject.
 *
 * @param host host and port, without a scheme; the name at most 255 characters
 */
export function isAuthority (host: string): boolean {
  if (!NAME.test(host) && !IPV6.test(host)) return false
  const href = `http://${host}`
  if (!URL.canParse(href)) return false
  const url = new URL(href)
  return url.host === host.toLowerCase().replace(OMITTED_PORT, '') && isDecodable(url.hostname)
}

const PUNYCODE = /(?:^|\.)xn--/

function isDecodable (name: string): boolean {
  return !PUNYCODE.test(name) || !PUNYCODE.test(domainToUnicode(name))
}
