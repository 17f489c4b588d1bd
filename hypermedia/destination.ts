/** The target of an href: a path of this origin, another origin, or a URL that the page does not follow. */
export type Destination =
  | { readonly kind: 'internal', readonly path: string }
  | { readonly kind: 'external', readonly url: string }
  | { readonly kind: 'blocked' }

const BLOCKED: Destination = { kind: 'blocked' }

/**
 * Resolves an href. Only `http:` and `https:` are followed, so `javascript:` is blocked.
 *
 * @param base the URL of the response that contains the href; it has the origin of the API
 */
export function destinationOf (href: string, base: string): Destination {
  const plain = plainPath(href, base)
  if (plain !== null) return { kind: 'internal', path: plain }
  if (!URL.canParse(href, base)) return BLOCKED
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return BLOCKED
  if (url.origin !== new URL(base).origin) return { kind: 'external', url: url.href }
  // `/.//host` has the path `//host`, which is another host if it is resolved again.
  return url.pathname.startsWith('//') ? BLOCKED : { kind: 'internal', path: url.pathname + url.search }
}

// Most hrefs are a plain path, after the origin or without it. Parsing three URLs for each would take most of
// the time of a page.
const PLAIN_PATH = /^\/(?:[\w~!$&()*+,;=:@?%-][\w~!$&()*+,;=:@?%/-]*)?$/

let lastBase = ''
let lastOrigin = ''

function plainPath (href: string, base: string): string | null {
  if (base !== lastBase) {
    lastOrigin = URL.canParse(base) ? new URL(base).origin : ''
    lastBase = base
  }
  if (lastOrigin === '' || lastOrigin === 'null') return null
  const path = href.startsWith(lastOrigin) ? href.slice(lastOrigin.length) : href
  // An encoded dot is one too for the URL parser.
  return PLAIN_PATH.test(path) && !/%2e/i.test(path) ? path : null
}

/** Returns the path of an href that resolves to this origin, or null. */
export function pathOf (href: string, base: string): string | null {
  const destination = destinationOf(href, base)
  return destination.kind === 'internal' ? destination.path : null
}
