/**
 * The path of a URL: RFC 3986 section 3.3.
 */

const SLASH = 0x2f

/** A path without the slashes at its end. Linear: an expression such as `/\/+$/` starts again at every slash. */
export function withoutTrailingSlashes (path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return path.slice(0, end)
}
