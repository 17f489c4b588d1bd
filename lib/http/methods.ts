const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

/** Whether a method only reads (RFC 9110, section 9.2.1). */
export function isSafe (method: string): boolean {
  return SAFE.has(method)
}
