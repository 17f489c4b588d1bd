/** The URLs that the page needs, relative to itself: they stay valid behind a proxy that adds or removes a prefix. */
export interface Addresses {
  /** The folder of the page's own files, with a trailing slash. */
  readonly files: string
  readonly entryPoint: string
}

/**
 * Returns the URLs for a page that a browser requested; they differ for `/explorer` and `/explorer/`.
 *
 * @param url the requested path of the page, with or without a query
 * @param own the prefix that the explorer was registered with; the prefix before it is the API's
 * @param entryPoint a path within that API
 */
export function addressesAt (url: string, own: string, entryPoint: string): Addresses {
  const last = lastSegment(url)
  const files = last === '' ? './' : `./${last}/`
  const depth = own.split('/').filter(segment => segment !== '').length
  return { files, entryPoint: files + '../'.repeat(depth) + entryPoint.slice(1) }
}

/** Returns the folder of a requested URL, with a trailing slash. */
export function folderOf (url: string): string {
  const path = pathnameOf(url)
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function lastSegment (url: string): string {
  const path = pathnameOf(url)
  return path.slice(path.lastIndexOf('/') + 1)
}

// Without a regular expression: the URL is the client's, and `/[^/]*$/` takes quadratic time.
function pathnameOf (url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
