// What the bodies of a route may be, where the route says so: Accept-Patch (RFC 5789 section 3.1) and Accept-Post (Linked Data Platform 1.0, section 7.1).
import { parameterNames, type RequiredPart } from '../compile/pattern.ts'
import { bodySchemas } from '../forms/body-schemas.ts'
import { isMediaType } from '../http/media-type.ts'
import type { PathParameters } from './allow.ts'
import type { DeclaredRoute } from './declared-routes.ts'
import { HyperDecorator } from './hyper.ts'

/**
 * The media types that the route takes which the router found for a method and URL, joined by commas; empty where they are not known.
 * The router does not say which route it was. Where several can have been it and differ, nothing is known.
 */
export function acceptedMediaTypes (routes: readonly DeclaredRoute[], method: string, url: string, parameters: PathParameters): string {
  // Cut where any router may cut it, and decoded no further: what follows need not be decodable.
  const path = comparable(decodeURIComponent(/^[^?#;]*/.exec(url)![0]))
  const candidates = routes.filter(route => route.methods.includes(method) && route.patterns.some(pattern => pathOf(pattern, parameters) === path))
  const [types = '', ...others] = new Set(candidates.map(route => mediaTypesOf(route).join(', ')))
  return others.length === 0 ? types : ''
}

// The path that a pattern makes of the parameters; null where it has others.
function pathOf (pattern: readonly RequiredPart[], parameters: PathParameters): string | null {
  if (parameterNames(pattern).length !== Object.keys(parameters).length) return null
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
