import type { HypermediaSnapshot } from '../types/testing.ts'
import type { ReadAction, ReadLink } from './document.ts'

// Integers, and the usual random identifiers: UUID, ULID, and at least 16 hexadecimal digits.
const ID = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\dA-HJKMNP-TV-Z]{26}|[\da-f]{16,})$/i

/** Returns links and actions without origins and identifiers, sorted by name. */
export function snapshotOf (links: readonly ReadLink[], actions: readonly ReadAction[]): HypermediaSnapshot {
  const relations = [...new Set(links.map(({ rel }) => rel))].sort()
  const byRelation = relations.map(rel =>
    [rel, one(links.filter(link => link.rel === rel).map(({ href }) => normalized(href)))] as const)
  const byName = actions.map(({ name, method, href }) => [name, `${method} ${normalized(href)}`] as const)
  return {
    links: Object.fromEntries(byRelation),
    actions: Object.fromEntries(byName.sort(([one], [other]) => one < other ? -1 : 1))
  }
}

function one (hrefs: readonly string[]): string | readonly string[] {
  return hrefs.length === 1 ? hrefs[0]! : hrefs
}

/** Returns an href as a path whose identifiers are `:id`: `/orders/:id/cancel`. */
export function normalized (href: string): string {
  const path = href.replace(/^https?:\/\/[^/?#{]+/i, '')
  const end = /[?#{]/.exec(path)?.index ?? path.length
  const segments = path.slice(0, end).split('/').map(segment => ID.test(segment) ? ':id' : segment)
  return (segments.join('/') || '/') + path.slice(end)
}
