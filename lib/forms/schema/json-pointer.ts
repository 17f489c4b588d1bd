/** The names in a JSON pointer (RFC 6901), the outer ones first. Validators of Zod write `/` for the whole value, so it is no empty name. */
export function pointerNames (pointer: string): string[] {
  return pointer === '/' ? [] : pointer.split('/').slice(1).map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
