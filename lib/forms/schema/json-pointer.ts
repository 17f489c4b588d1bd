/** Returns the member names in a JSON pointer (RFC 6901), the outermost first. Validators of Zod write `/` for the whole value. */
export function pointerNames (pointer: string): string[] {
  return pointer === '/' ? [] : pointer.split('/').slice(1).map(unescapeName)
}

/** Returns the member name that a segment of a JSON pointer stands for. */
export function unescapeName (segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
