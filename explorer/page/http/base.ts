/** The folder of a path, with a slash at its end: what relative references are resolved against. */
export function folderOf (path: string): string {
  const pathname = pathnameOf(path)
  return pathname.slice(0, pathname.lastIndexOf('/') + 1)
}

/** Whether a path is within a folder, however a server reads it. Null is no folder. */
export function isBelow (path: string, folder: string | null): boolean {
  if (folder === null || folder === '/') return folder !== null
  const pathname = pathnameOf(path)
  return `${pathname}/`.startsWith(folder) && !leadsUp(pathname)
}

function pathnameOf (path: string): string {
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

// The browser resolves `..`; some servers decode `%2F` and `%5C` first, or drop what follows a semicolon.
function leadsUp (pathname: string): boolean {
  return pathname.split(/[/\\]|%2f|%5c/i).some(segment => segment.split(';')[0]!.replace(/%2e/gi, '.') === '..')
}
