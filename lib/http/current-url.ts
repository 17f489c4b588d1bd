// The URL of the current request (RFC 9112, section 3.2), and the same URL with one query parameter changed.

/** The path and query of a request target: an absolute form loses its origin, leading slashes, which may be backslashes to a browser, become one. */
export function pathOf (requestTarget: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(requestTarget)
  const path = authority === null ? requestTarget : requestTarget.slice(authority[0].length)
  const end = path.indexOf('#')
  return '/' + (end === -1 ? path : path.slice(0, end)).replace(/^[\\/]+/, '')
}

/** Sets a query parameter, compared without case; everything else stays byte for byte. */
export function withParameter (path: string, name: string, value: string): string {
  const parameter = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  const question = path.indexOf('?')
  if (question === -1) return `${path}?${parameter}`
  const query = path.slice(question + 1)
  const kept: string[] = []
  let placed = false
  for (const part of query === '' ? [] : query.split('&')) {
    if (!names(part, name)) kept.push(part)
    else if (!placed) placed = kept.push(parameter) > 0
  }
  if (!placed) kept.push(parameter)
  return `${path.slice(0, question)}?${kept.join('&')}`
}

function names (part: string, name: string): boolean {
  const equals = part.indexOf('=')
  return decoded(equals === -1 ? part : part.slice(0, equals)).toLowerCase() === name.toLowerCase()
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
