/**
 * Paths and base URLs: RFC 3986 section 3.3.
 */

const SLASH = 0x2f

/** Returns a path without the slashes at its end. Linear, unlike `/\/+$/`, which starts again at every slash. */
export function withoutTrailingSlashes (path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return path.slice(0, end)
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
  const segments = prefix.split('/').slice(1)
  return isPath && segments.every(segment => segment !== '' && !/^(?:\.|%2e){1,2}$/i.test(segment)) ? prefix : null
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
