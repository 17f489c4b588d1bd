/** The target of an href: a path of this origin, another origin, or a URL that the page does not follow. */
export type Destination =
  | { readonly kind: 'internal', readonly path: string }
  | { readonly kind: 'external', readonly url: string }
  | { readonly kind: 'blocked' }

const BLOCKED: Destination = { kind: 'blocked' }

/**
 * Resolves an href. Only `http:` and `https:` are followed, so `javascript:` is blocked.
 *
 * @param base the URL of the response that contains the href; its origin is that of the API
 */
export function destinationOf (href: string, base: string): Destination {
  if (!URL.canParse(href, base)) return BLOCKED
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return BLOCKED
  if (url.origin !== new URL(base).origin) return { kind: 'external', url: url.href }
  // `/.//host` has the path `//host`, which is another host if it is resolved again.
  return url.pathname.startsWith('//') ? BLOCKED : { kind: 'internal', path: url.pathname + url.search }
}

/** Returns the path of an href that resolves to this origin, or null. */
export function pathOf (href: string, base: string): string | null {
  const destination = destinationOf(href, base)
  return destination.kind === 'internal' ? destination.path : null
}
