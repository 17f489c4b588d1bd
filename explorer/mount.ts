/** The addresses that the page needs, relative to itself: they stay right behind a proxy that adds or takes away what stands before. */
export interface Addresses {
  /** The folder of the page's own files, with a slash at its end. */
  readonly files: string
  readonly entryPoint: string
}

/**
 * The addresses as a browser needs them that asked for a URL: they are others at `/explorer` than at `/explorer/`.
 *
 * @param url the path of the page as it was asked for, with or without a query
 * @param own the prefix that the explorer was registered with; what stands before is the API's
 * @param entryPoint a path within that API
 */
export function addressesAt (url: string, own: string, entryPoint: string): Addresses {
  const last = lastSegment(url)
  const files = last === '' ? './' : `./${last}/`
  const depth = own.split('/').filter(segment => segment !== '').length
  return { files, entryPoint: files + '../'.repeat(depth) + entryPoint.slice(1) }
}

// Without a regular expression: the URL is the client's, and `/[^/]*$/` takes quadratic time.
function lastSegment (url: string): string {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return path.slice(path.lastIndexOf('/') + 1)
}
