/** Returns the folder of a path, with a trailing slash. Relative references are resolved against it. */
export function folderOf (path: string): string {
  const pathname = pathnameOf(path)
  return pathname.slice(0, pathname.lastIndexOf('/') + 1)
}

/** Returns whether a path is within a folder, however a server decodes it; false if the folder is null. */
export function isBelow (path: string, folder: string | null): boolean {
  if (folder === null || folder === '/') return folder !== null
  const pathname = pathnameOf(path)
  return `${pathname}/`.startsWith(folder) && !hasParentSegment(pathname)
}

function pathnameOf (path: string): string {
  const query = path.indexOf('?')
  return query === -1 ? path : path.slice(0, query)
}

// The browser resolves `..`. Some servers decode `%2F` and `%5C` first, or remove path parameters (`;x`).
function hasParentSegment (pathname: string): boolean {
  return pathname.split(/[/\\]|%2f|%5c/i).some(segment => segment.split(';')[0]!.replace(/%2e/gi, '.') === '..')
}
