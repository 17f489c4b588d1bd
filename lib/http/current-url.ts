// The URL of the current request (RFC 9112, section 3.2).

/**
 * Returns the path and query of a request target. An absolute form loses its origin. Leading slashes become one,
 * backslashes included: browsers read them as slashes.
 */
export function originFormOf (requestTarget: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(requestTarget)
  const path = authority === null ? requestTarget : requestTarget.slice(authority[0].length)
  const end = path.indexOf('#')
  return '/' + (end === -1 ? path : path.slice(0, end)).replace(/^[\\/]+/, '')
}
