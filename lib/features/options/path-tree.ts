import type { RequiredPart } from '../../url/pattern.ts'

/** One segment deep: what follows each segment of a path. */
interface Node<T> {
  readonly statics: Map<string, Node<T>>
  parametric: Node<T> | null
  readonly ends: T[]
  /** Of patterns whose wildcard takes all that follows. */
  readonly open: T[]
}

// In place of parameters; no static part of a pattern has it.
const PARAMETER = '\0'

/** Values by route pattern: the search for a path passes over the segments of that path, not over all patterns. */
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
   * The values of the patterns that may match a path, and perhaps of some that do not: constraints and regular expressions are not considered.
   * @param path of a URL, encoded
   */
  candidates (path: string): ReadonlySet<T> {
    const found = new Set<T>()
    // Decoded one by one: a slash may stand in a parameter, encoded.
    const segments = path.split('/').slice(1).map(segment => decodeURIComponent(segment).toLowerCase())
    collect(this.#root, segments, 0, found)
    // The router gives an empty segment to a parameter, or ignores it as a slash too many.
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

// Without the segment that a wildcard ends.
function segmentsOf (pattern: readonly RequiredPart[]): string[] {
  const segments = pattern.map(part => part.kind === 'static' ? part.text : PARAMETER).join('').toLowerCase().split('/')
  if (pattern.at(-1)?.kind === 'wildcard') segments.pop()
  return segments.filter(isNotEmpty)
}

function isNotEmpty (segment: string): boolean {
  return segment !== ''
}

// Each node is passed once at most.
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
