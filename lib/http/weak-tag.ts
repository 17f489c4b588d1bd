/** Returns true for a weak entity tag, which `If-Match` never matches (RFC 9110, sections 8.8.3 and 13.1.1). */
export function isWeak (tag: string): boolean {
  return tag.startsWith('W/')
}

/** Why a weak tag of a client does not match, for servers and clients. */
export const WEAK_TAG =
  'If-Match has a weak tag, which never matches: a proxy that compresses responses may have made it weak.'
