// The paths of routes.
import { isPlural, singular, words } from './names.ts'

/** A parameter of a path, with the singular of the segment before it: `order` of `/orders/:id`. */
export interface Parameter {
  readonly name: string
  readonly noun: string
  /** The path that ends with it. */
  readonly key: string
}

/** A path with its parameters. */
export interface Path {
  /** The path with the same text for each parameter, whatever it is called: `/orders/{}`. */
  readonly key: string
  readonly segments: readonly string[]
  /** The segments that are no parameters, and the last of them; `root` for none. */
  readonly statics: readonly string[]
  readonly tail: string
  readonly parameters: readonly Parameter[]
  /** Whether its last segment is a parameter. */
  readonly isItem: boolean
}

const PARAMETER = /^:(\w+)(?:\(.*\))?$/

/** Reads a path; null for one with a wildcard, an optional parameter, or a segment that names nothing. */
export function pathOf (url: string): Path | null {
  const segments = url.split('/').filter(segment => segment !== '')
  const parameters: Parameter[] = []
  let key = ''
  for (const [index, segment] of segments.entries()) {
    const name = PARAMETER.exec(segment)?.[1]
    if (name === undefined && (/[:*]/.test(segment.replaceAll('::', '')) || words(segment).length === 0)) return null
    key += name === undefined ? `/${segment}` : '/{}'
    if (name !== undefined) parameters.push({ name, noun: singular(segments[index - 1] ?? name), key })
  }
  const statics = segments.filter(segment => !segment.startsWith(':'))
  const isItem = key !== '' && parameters.at(-1)?.key === key
  return { key, segments, statics, tail: statics.at(-1) ?? 'root', parameters, isItem }
}

/** Returns the path above, by its key: `/orders` of `/orders/{}`. */
export function parentOf (key: string): string {
  return key.slice(0, key.lastIndexOf('/'))
}

/** Returns what a path has below another one: `/lines` of `/orders/{}/lines`; null if it is not below. */
export function below (key: string, above: string): string | null {
  return key === above || key.startsWith(`${above}/`) ? key.slice(above.length + 1) : null
}

/** Returns the segment that names what a collection has: `reviews` of `/reviews/service/:serviceId`. */
export function collectionSegment ({ isItem, statics, tail }: Path): string {
  return isItem ? statics.findLast(isPlural) ?? tail : tail
}

/** Returns the noun of an item: `order` of `/orders/:id`, `review` of `/reviews/service/:serviceId`. */
export function itemNoun ({ segments }: Path): string {
  const before = segments.slice(0, -1)
  const own = before.slice(before.findLastIndex(segment => segment.startsWith(':')) + 1)
  return singular(own.findLast(isPlural) ?? own.at(-1) ?? '')
}

/** Returns the one with the longest beginning in common, else the shorter one; null if two have. */
export function nearestTo<T extends { readonly key: string }> (candidates: readonly T[], key: string): T | null {
  const [first, second] = candidates.map(one => ({ one, common: commonSegments(one.key, key) }))
    .sort((one, other) => other.common - one.common || one.one.key.length - other.one.key.length)
  const isTie = second?.common === first?.common && depthOf(second?.one) === depthOf(first?.one)
  return first === undefined || isTie ? null : first.one
}

function depthOf (one: { readonly key: string } | undefined): number | undefined {
  return one?.key.split('/').length
}

/** Returns the number of segments that two paths begin with, of which the first is empty. */
export function commonSegments (one: string, other: string): number {
  const [segments, others] = [one.split('/'), other.split('/')]
  const different = segments.findIndex((segment, index) => segment !== others[index])
  return different === -1 ? segments.length : different
}
