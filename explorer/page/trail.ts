const MAX_STEPS = 6

/**
 * Returns the trail to a path. A path that is in the trail ends it;
 * another page or search of the last path replaces that path.
 */
export function trailTo (trail: readonly string[], path: string): string[] {
  const known = trail.indexOf(path)
  if (known !== -1) return trail.slice(0, known + 1)
  const last = trail.at(-1)
  const before = last !== undefined && pathname(last) === pathname(path) ? trail.slice(0, -1) : trail
  return [...before, path].slice(-MAX_STEPS)
}

/**
 * Returns the breadcrumbs of a page: the entry point, and the trail.
 *
 * @param parent the path of the `up` or `collection` link, shown for a resource that was opened by its address
 */
export function crumbsOf (trail: readonly string[], entryPoint: string, parent: string | null): string[] {
  const walked = trail.filter(path => path !== entryPoint)
  const crumbs = trail[0] !== entryPoint && walked.length === 1 && parent !== null ? [parent, ...walked] : walked
  return [...new Set([entryPoint, ...crumbs])]
}

function pathname (path: string): string {
  return path.split('?', 1)[0]!
}
