// The media types that a route accepts: Accept-Patch (RFC 5789 section 3.1), Accept-Post (Linked Data Platform 1.0,
// section 7.1), Accept-Query (RFC 10008).
import { parameterNames, patternVariants, readRequired, type RequiredPart } from '../../url/pattern.ts'
import { consumedTypes } from '../../forms/fields/action-input.ts'
import { bodySchemas } from '../../forms/schema/body-schemas.ts'
import { isMediaType } from '../../http/media-type.ts'
import type { PathParameters } from './allow.ts'
import type { DeclaredRoute } from '../../fastify/routes.ts'
import type { RouteSchema } from '../../routes/named-route.ts'
import { HyperDecorator } from '../decorator.ts'
import { PathTree } from './path-tree.ts'

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

  /** @param routes the routes with these methods, of an app that is ready: their schemas and parsers no longer change */
  constructor (routes: readonly DeclaredRoute[], methods: readonly string[]) {
    const routesFor = (method: string) => routes.filter(({ config }) => [config.method].flat().includes(method))
    this.#trees = new Map(methods.map(method => [method, treeOf(routesFor(method))]))
  }

  /**
   * Returns the media types of the route that the router finds for a method and URL, joined by commas; `''` if they are unknown.
   * The router does not return the route itself. If several routes are possible and differ, the media types are unknown.
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
    for (const pattern of patternsOf(route)) tree.add(pattern, { pattern, parameters: parameterNames(pattern).length, mediaTypes })
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
  return ['application/json', hyper, hal, halForms].filter(type => type !== undefined && server.hasContentTypeParser(type)) as string[]
}
