import { pathOf } from './hypermedia/destination.ts'

// The hash holds the path of the resource, `#/orders/42`, so that it can be shared: only what a GET reads is in it.

/** The path in a hash, or null where there is none of this origin. */
export function pathInHash (hash: string, origin: string): string | null {
  return hash.startsWith('#/') ? pathOf(hash.slice(1), `${origin}/`) : null
}

/** The hash for a path. */
export function hashOf (path: string): string {
  return `#${path}`
}
