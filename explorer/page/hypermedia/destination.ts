/** Where an href leads: into this API, to another site, or nowhere that may be followed. */
export type Destination =
  | { readonly kind: 'inside', readonly path: string }
  | { readonly kind: 'outside', readonly url: string }
  | { readonly kind: 'nowhere' }

const NOWHERE: Destination = { kind: 'nowhere' }

/**
 * Resolves an href. Only http and https lead anywhere, so that `javascript:` stays a text.
 *
 * @param base the URL of the answer that the href stands in; its origin is that of the API
 */
export function destinationOf (href: string, base: string): Destination {
  if (!URL.canParse(href, base)) return NOWHERE
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return NOWHERE
  if (url.origin !== new URL(base).origin) return { kind: 'outside', url: url.href }
  // `/.//host` has the path `//host`, which is another host wherever it is read as an href again.
  return url.pathname.startsWith('//') ? NOWHERE : { kind: 'inside', path: url.pathname + url.search }
}

/** The path that an href leads to within this API, or null. */
export function pathOf (href: string, base: string): string | null {
  const destination = destinationOf(href, base)
  return destination.kind === 'inside' ? destination.path : null
}
