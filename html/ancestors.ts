// Pages by their URLs: what they are about, and which are above them.
import type { FastifyRequest } from 'fastify'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import type { ApiTypes } from './api-types.ts'
import { labelOf, nounOf } from './names.ts'
import type { Site } from './site.ts'

// A URL can have thousands of segments.
const MOST_ANCESTORS = 8

/** Returns the paths of the pages above a path that the API has, the entry point first. */
export function ancestorsOf (site: Site, path: string, caller: FastifyRequest): string[] {
  const entryPoint = site.entryPointOf(caller)
  return [...entryPoint === path ? [] : [entryPoint], ...pathsAbove(site, path, caller)]
}

/** Returns the path of the nearest page above another one. */
export function aboveOf (site: Site, path: string, caller: FastifyRequest): string {
  return pathsAbove(site, path, caller).at(-1) ?? site.entryPointOf(caller)
}

function pathsAbove (site: Site, path: string, caller: FastifyRequest): string[] {
  const entryPoint = site.entryPointOf(caller)
  const own = withoutQuery(path)
  if (!own.startsWith(entryPoint)) return []
  const segments = own.slice(entryPoint.length).split('/').filter(segment => segment !== '').slice(0, -1)
  const paths = segments.slice(0, MOST_ANCESTORS).map((_, index) => entryPoint + segments.slice(0, index + 1).join('/'))
  return paths.filter(path => {
    const route = routeAt(site, path, caller)
    // A link to a page whose guard may reject the caller is left to the links of the resource.
    return route !== null && site.routes.isKnown(route, 'GET') && !isGuarded(route)
  })
}

/** Returns what a page is called where it is linked, by its route and its path: `Orders`, `Order 42`. */
export function labelAt (site: Site, path: string, types: ApiTypes, caller: FastifyRequest): string {
  if (withoutQuery(path) === site.entryPointOf(caller)) return site.settings.title
  const route = routeAt(site, path, caller)
  if (route === null || !endsInParameter(route)) return nounOfRoute(route, path)
  const type = typeOfRoute(route, types)
  return type === null ? lastSegment(path) : `${type} ${lastSegment(path)}`
}

/** What people call what is at a path. */
export interface PathNames {
  /** What the page is about: by the summary of its route, or by its path. */
  readonly noun: string
  /** A resource without its key; null if neither its type nor its route is known. */
  readonly type: string | null
}

/** Returns the names of what is at a path. */
export function namesAt (site: Site, path: string, types: ApiTypes, caller: FastifyRequest): PathNames {
  const route = routeAt(site, path, caller)
  return { noun: nounOfRoute(route, path), type: route === null ? null : typeOfRoute(route, types) }
}

/** Returns the summary of the GET route of a path. */
export function summaryAt (site: Site, path: string, caller: FastifyRequest): string | undefined {
  return summaryOf(routeAt(site, path, caller))
}

function routeAt (site: Site, path: string, caller: FastifyRequest): DeclaredRoute | null {
  return site.routes.find('GET', path, caller)
}

function nounOfRoute (route: DeclaredRoute | null, path: string): string {
  return nounOf(summaryOf(route) ?? '') ?? labelOf(lastSegment(path))
}

function typeOfRoute (route: DeclaredRoute, types: ApiTypes): string | null {
  return types.ofRoute(route.config.url)?.label ?? nounOf(summaryOf(route) ?? '')
}

function summaryOf (route: DeclaredRoute | null): string | undefined {
  const { summary } = (route?.schema ?? {}) as { summary?: unknown }
  return typeof summary === 'string' && summary !== '' ? summary : undefined
}

function endsInParameter ({ config: { url } }: DeclaredRoute): boolean {
  return lastSegment(url).includes(':')
}

function lastSegment (path: string): string {
  const segment = withoutQuery(path).split('/').findLast(part => part !== '') ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function withoutQuery (path: string): string {
  return path.split('?', 1)[0]!
}

function isGuarded ({ config }: DeclaredRoute): boolean {
  return (config.hyper as { policy?: unknown } | undefined)?.policy !== undefined
}
