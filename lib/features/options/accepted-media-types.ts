// What the bodies of a route may be, where the route says so: Accept-Patch (RFC 5789 section 3.1) and Accept-Post (Linked Data Platform 1.0, section 7.1).
import { parameterNames, type RequiredPart } from '../../url/pattern.ts'
import { bodySchemas } from '../../forms/schema/body-schemas.ts'
import { isMediaType } from '../../http/media-type.ts'
import type { PathParameters } from './allow.ts'
import type { DeclaredRoute } from '../../routes/declared-routes.ts'
import { HyperDecorator } from '../decorator.ts'
import { PathTree } from './path-tree.ts'

/** One pattern of a route. */
interface Candidate {
  readonly pattern: readonly RequiredPart[]
  readonly parameters: number
  /** Joined by commas; empty where they are not known. */
  readonly mediaTypes: string
}

/** The media types that an app's routes take, by method and path. */
export class AcceptedMediaTypes {
  readonly #trees: ReadonlyMap<string, PathTree<Candidate>>

  /** @param routes all routes of the app, which is ready: their schemas and parsers do not change any more */
  constructor (routes: readonly DeclaredRoute[], methods: readonly string[]) {
    this.#trees = new Map(methods.map(method => [method, treeOf(routes.filter(route => route.methods.includes(method)))]))
  }

  /**
   * The media types that the route takes which the router found for a method and URL, joined by commas; empty where they are not known.
   * The router does not say which route it was. Where several can have been it and differ, nothing is known.
   */
  find (method: string, url: string, parameters: PathParameters): string {
    // Cut where any router may cut it, and decoded no further: what follows need not be decodable.
    const raw = /^[^?#;]*/.exec(url)![0]
    const path = comparable(decodeURIComponent(raw))
    const count = Object.keys(parameters).length
    const found = new Set<string>()
    for (const candidate of this.#trees.get(method)!.candidates(raw)) {
      if (candidate.parameters === count && pathOf(candidate, parameters) === path) found.add(candidate.mediaTypes)
    }
    const [mediaTypes = '', ...others] = found
    return others.length === 0 ? mediaTypes : ''
  }
}

function treeOf (routes: readonly DeclaredRoute[]): PathTree<Candidate> {
  const tree = new PathTree<Candidate>()
  for (const route of routes) {
    const mediaTypes = mediaTypesOf(route).join(', ')
    for (const pattern of route.patterns) tree.add(pattern, { pattern, parameters: parameterNames(pattern).length, mediaTypes })
  }
  return tree
}

// The path that a pattern makes of the parameters.
function pathOf ({ pattern }: Candidate, parameters: PathParameters): string {
  return comparable(pattern.map(part => {
    if (part.kind === 'static') return part.text
    if (part.kind === 'wildcard') return String(parameters['*'])
    return part.parameters.map((name, index) => String(parameters[name]) + part.statics[index]!).join('')
  }).join(''))
}

// Without what a router may be told to ignore: the router has decided, and a doubt too many only leaves the header out.
function comparable (path: string): string {
  return path.replace(/\/\/+/g, '/').replace(/(?<=.)\/$/, '').toLowerCase()
}

function mediaTypesOf ({ scope, options: { schema } }: DeclaredRoute): string[] {
  const body: unknown = schema?.body
  if (typeof body !== 'object' || body === null) return []
  const schemas = bodySchemas(body)
  if (schemas !== null) return [...schemas.keys()].filter(isMediaType)
  const { hyper, hal, halForms } = HyperDecorator.environmentOf(scope.hyper)?.settings.mediaTypes ?? {}
  return ['application/json', hyper, hal, halForms].filter(type => type !== undefined && scope.hasContentTypeParser(type)) as string[]
}
