// The media types that a route accepts: Accept-Patch (RFC 5789 section 3.1), Accept-Post (Linked Data Platform 1.0,
// section 7.1), Accept-Query (RFC 10008).
import type { DeclaredRoute } from '../../fastify/routes.ts'
import { consumedTypes } from '../../forms/fields/action-input.ts'
import { bodySchemas } from '../../forms/schema/input-part.ts'
import { isMediaType } from '../../http/media-type.ts'
import type { RouteSchema } from '../../routes/named-route.ts'
import { parameterNames, patternVariants, readRequired, type RequiredPart } from '../../url/pattern.ts'
import { HyperDecorator } from '../decorator.ts'
import type { PathParameters } from './allow.ts'

/** One pattern of a route. */
interface Candidate {
  readonly pattern: readonly RequiredPart[]
  readonly parameters: number
  /** Joined by commas; empty if they are unknown. */
  readonly mediaTypes: string
}

/** The media types that the routes of an app accept, by method and path. */
export class AcceptedMediaTypes {
  readonly #trees: ReadonlyMap<string, PathTree<Candidate>>

  /**
   * @param routes the routes with these methods, of an app that is ready: their schemas and parsers no longer change
   */
  constructor (routes: readonly DeclaredRoute[], methods: readonly string[]) {
    const routesFor = (method: string) => routes.filter(({ config }) => [config.method].flat().includes(method))
    this.#trees = new Map(methods.map(method => [method, treeOf(routesFor(method))]))
  }

  /**
   * Returns the media types of the route that the router finds for a method and URL, joined by commas;
   * `''` if they are unknown.
   * The router does not return the route itself. If several routes are possible and differ,
   * the media types are unknown.
   */
  find (method: string, url: string, parameters: PathParameters): string {
    // Cut where any router may cut it: what follows need not be decodable.
    const raw = /^[^?#;]*/.exec(url)![0]
    const path = comparable(decodeURIComponent(raw))
    const count = Object.keys(parameters).length
    const found = new Set<string>()
    for (const candidate of this.#trees.get(method)!.candidates(raw)) {
      if (candidate.parameters === count && matchedPath(candidate, parameters) === path) found.add(candidate.mediaTypes)
    }
    const [mediaTypes = '', ...others] = found
    return others.length === 0 ? mediaTypes : ''
  }
}

function treeOf (routes: readonly DeclaredRoute[]): PathTree<Candidate> {
  const tree = new PathTree<Candidate>()
  for (const route of routes) {
    const mediaTypes = mediaTypesOf(route).join(', ')
    for (const pattern of patternsOf(route)) {
      tree.add(pattern, { pattern, parameters: parameterNames(pattern).length, mediaTypes })
    }
  }
  return tree
}

// The pattern, and the one without an optional parameter.
function patternsOf ({ config: { url } }: DeclaredRoute): (readonly RequiredPart[])[] {
  const { full, short } = patternVariants(url)
  return (short === null ? [full] : [full, short]).map(readRequired)
}

// The path that a pattern has with these parameters.
function matchedPath ({ pattern }: Candidate, parameters: PathParameters): string {
  return comparable(pattern.map(part => {
    if (part.kind === 'static') return part.literal
    if (part.kind === 'wildcard') return String(parameters['*'])
    return part.parameters.map((name, index) => String(parameters[name]) + part.statics[index]!).join('')
  }).join(''))
}

// Without what options of the router may ignore. The router has found the route; a false match only omits the header.
function comparable (path: string): string {
  return path.replace(/\/\/+/g, '/').replace(/(?<=.)\/$/, '').toLowerCase()
}

function mediaTypesOf ({ server, schema }: DeclaredRoute): string[] {
  const { body, consumes } = (schema ?? {}) as RouteSchema
  const consumed = consumedTypes(consumes)
  if (consumed.length > 0) return consumed
  if (typeof body !== 'object' || body === null) return []
  const schemas = bodySchemas(body)
  if (schemas !== null) return [...schemas.keys()].filter(isMediaType)
  const { hyper, hal, halForms } = HyperDecorator.environmentOf(server.hyper)?.settings.mediaTypes ?? {}
  return ['application/json', hyper, hal, halForms]
    .filter(type => type !== undefined && server.hasContentTypeParser(type)) as string[]
}

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
   * Returns the values of the patterns that may match a path. Constraints and regular expressions are ignored,
   * so some may not match.
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
  const segments = pattern.map(part => part.kind === 'static' ? part.literal : PARAMETER)
    .join('').toLowerCase().split('/')
  if (pattern.at(-1)?.kind === 'wildcard') segments.pop()
  return segments.filter(isNotEmpty)
}

function isNotEmpty (segment: string): boolean {
  return segment !== ''
}

// Visits each node at most once.
function collect<T> (
  { statics, parametric, ends, open }: Node<T>, segments: readonly string[], at: number, found: Set<T>
): void {
  for (const value of open) found.add(value)
  if (at === segments.length) {
    for (const value of ends) found.add(value)
    return
  }
  const next = statics.get(segments[at]!)
  if (next !== undefined) collect(next, segments, at + 1, found)
  if (parametric !== null) collect(parametric, segments, at + 1, found)
}
