const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

const CONDITIONAL_READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY'])

/**
 * Whether the response to a method is 304 if the client has the representation (RFC 9110, section 13.1.2;
 * RFC 10008 for QUERY).
 */
export function isConditionalRead (method: string): boolean {
  return CONDITIONAL_READS.has(method)
}

/**
 * Whether a link to the URL of a request leads to what it got: links are followed with GET (RFC 8288, section 2), which
 * sends no body.
 */
export function isFollowed (method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a method only reads (RFC 9110, section 9.2.1). */
export function isSafe (method: string): boolean {
  return SAFE.has(method)
}
