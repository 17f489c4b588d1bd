/** The addresses that the page needs, relative to itself: they stay right behind a proxy that takes away a part of the path. */
export interface Addresses {
  /** The folder of the page's own files, with a slash at its end. */
  readonly files: string
  readonly entryPoint: string
}

/**
 * The addresses as seen from `/explorer/` (in a folder) and from `/explorer` (as a file).
 *
 * @param full the whole prefix of the explorer
 * @param own its last part, which the explorer was registered with; what stands before is the API's
 * @param entryPoint a path within that API
 */
export function mountAt (full: string, own: string, entryPoint: string): { inFolder: Addresses, asFile: Addresses } {
  const segments = segmentsOf(full)
  const api = segments.slice(0, segments.length - segmentsOf(own).length)
  const seenFrom = (root: string) => ({
    files: root + folder(segments),
    entryPoint: root + folder(api) + entryPoint.slice(1)
  })
  return {
    inFolder: seenFrom('./' + '../'.repeat(segments.length)),
    asFile: seenFrom('./' + '../'.repeat(Math.max(segments.length - 1, 0)))
  }
}

function segmentsOf (prefix: string): string[] {
  return prefix.split('/').filter(segment => segment !== '')
}

function folder (segments: readonly string[]): string {
  return segments.map(segment => `${segment}/`).join('')
}
