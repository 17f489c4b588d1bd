import { pathOf } from '../../hypermedia/destination.ts'

// The hash contains the path of the resource, `#/orders/42`, so the address can be shared. Only GET requests change it.

/** Returns the path in a hash, or null if it contains no path of this origin. */
export function pathInHash (hash: string, origin: string): string | null {
  return hash.startsWith('#/') ? pathOf(hash.slice(1), `${origin}/`) : null
}

/** Returns the hash for a path. */
export function hashOf (path: string): string {
  return `#${path}`
}
