import type { RequiredPart } from '../../url/pattern.ts'

/** The children and the values of a prefix of whole segments. */
interface Node<T> {
  readonly statics: Map<string, Node<T>>
  parametric: Node<T> | null
  readonly ends: T[]
  /** The values of patterns that end in a wildcard here. */
  readonly open: T[]
}

// Replaces each parameter; no static part of a pattern contains it.
const PARAMETER = '\0'

/** Values by route pattern. A search takes as long as the path is, not as there are patterns. */
export class PathTree<T> {
  readonly #root = newNode<T>()

  add (pattern: readonly RequiredPart[], value: T): void {
    let node = this.#root
    for (const segment of segmentsOf(pattern)) node = childOf(node, segment)
    const { open, ends } = node
    if (pattern.at(-1)?.kind === 'wildcard') open.push(value)
    else ends.push(value)
  }

  /**
   * Returns the values of the patterns that may match a path. Constraints and regular expressions are ignored, so some may not match.
   * @param path of a URL, encoded
   */
  candidates (path: string): ReadonlySet<T> {
    const found = new Set<T>()
    // Decoded one by one, because a parameter may contain an encoded slash.
    const segments = path.split('/').slice(1).map(segment => decodeURIComponent(segment).toLowerCase())
    collect(this.#root, segments, 0, found)
    // The router matches an empty segment with a parameter, or ignores it.
    if (segments.includes('')) collect(this.#root, segments.filter(isNotEmpty), 0, found)
    return found
  }
}

function newNode<T> (): Node<T> {
  return { statics: new Map(), parametric: null, ends: [], open: [] }
}

function childOf<T> (node: Node<T>, segment: string): Node<T> {
  if (segment.includes(PARAMETER)) return (node.parametric ??= newNode())
  let child = node.statics.get(segment)
  if (child === undefined) node.statics.set(segment, child = newNode())
  return child
}

// Without the segment of a wildcard.
function segmentsOf (pattern: readonly RequiredPart[]): string[] {
  const segments = pattern.map(part => part.kind === 'static' ? part.literal : PARAMETER).join('').toLowerCase().split('/')
  if (pattern.at(-1)?.kind === 'wildcard') segments.pop()
  return segments.filter(isNotEmpty)
}

function isNotEmpty (segment: string): boolean {
  return segment !== ''
}

// Visits each node at most once.
function collect<T> ({ statics, parametric, ends, open }: Node<T>, segments: readonly string[], at: number, found: Set<T>): void {
  for (const value of open) found.add(value)
  if (at === segments.length) {
    for (const value of ends) found.add(value)
    return
  }
  const next = statics.get(segments[at]!)
  if (next !== undefined) collect(next, segments, at + 1, found)
  if (parametric !== null) collect(parametric, segments, at + 1, found)
}
