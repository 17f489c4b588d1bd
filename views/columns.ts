import { HYPERMEDIA, isObject } from '../hypermedia/read.ts'

// A list of objects that share no names has no table.
const MAX_COLUMNS = 200

/**
 * Returns the names of the columns of a list: the declared ones, then the other members of its items as they occur. The
 * name of a column for items that are not objects is `''`.
 */
export function columnNames (items: readonly unknown[], declared: readonly string[] = []): string[] {
  const names = new Set(declared.filter(name => !HYPERMEDIA.includes(name)))
  for (const item of items) {
    const own = isObject(item) ? Object.keys(item).slice(0, MAX_COLUMNS) : ['']
    for (const name of own) if (!HYPERMEDIA.includes(name)) names.add(name)
    if (names.size > MAX_COLUMNS) break
  }
  return [...names]
}
