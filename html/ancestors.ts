// Pages by their URLs: what they are about, and which are above them.
import type { FastifyRequest } from 'fastify'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import type { ApiTypes } from './api-types.ts'
import type { Crumb } from './model.ts'
import { labelOf, nounOf } from './names.ts'
import type { Site } from './site.ts'

// A URL can have thousands of segments.
const MOST_ANCESTORS = 8

/** Returns the pages above a path that the API has, the entry point first. */
export function ancestorsOf (site: Site, path: string, types: ApiTypes, caller: FastifyRequest): Crumb[] {
  const entryPoint = site.entryPointOf(caller)
  const root = entryPoint === path ? [] : [{ path: entryPoint, label: site.settings.title }]
  const above = pathsAbove(site, path, caller)
  return [...root, ...above.map(path => ({ path, label: labelAt(site, path, types, caller) }))]
}

/** Returns the path of the nearest page above another one. */
export function aboveOf (site: Site, path: string, caller: FastifyRequest): string {
  return pathsAbove(site, path, caller).at(-1) ?? site.entryPointOf(caller)
}

function pathsAbove (site: Site, path: string, caller: FastifyRequest): string[] {
  const entryPoint = site.entryPointOf(caller)
  const own = withoutQuery(path)
  if (!own.startsWith(entryPoint)) return []
  const segments = own.slice(entryPoint.length).split('/').filter(segment => segment !== '')
  const paths = segments.slice(0, -1).map((_, index) => entryPoint + segments.slice(0, index + 1).join('/'))
  return paths.slice(0, MOST_ANCESTORS).filter(path => {
    const route = site.routes.find('GET', path, caller)
    // A link to a page whose guard may reject the caller is left to the links of the resource.
    return route !== null && site.routes.isKnown(route, 'GET') && !isGuarded(route)
  })
}

/** Returns what a page is called where it is linked: `Orders`, `Order 42`. */
export function labelAt (site: Site, path: string, types: ApiTypes, caller: FastifyRequest): string {
  if (withoutQuery(path) === site.entryPointOf(caller)) return site.settings.title
  const route = site.routes.find('GET', path, caller)
  if (route === null || !endsInParameter(route)) return nounAt(site, path, caller)
  const type = typeAt(site, path, types, caller)
  return type === null ? lastSegment(path) : `${type} ${lastSegment(path)}`
}

/** Returns what the page at a path is about: by the summary of its route, or by its path. */
export function nounAt (site: Site, path: string, caller: FastifyRequest): string {
  return nounOf(summaryAt(site, path, caller) ?? '') ?? labelOf(lastSegment(path))
}

/** Returns what the resource at a path is called, without its key; null if neither its type nor its route is known. */
export function typeAt (site: Site, path: string, types: ApiTypes, caller: FastifyRequest): string | null {
  const route = site.routes.find('GET', path, caller)
  if (route === null) return null
  return types.ofRoute(route.config.url)?.label ?? nounOf(summaryAt(site, path, caller) ?? '')
}

/** Returns the summary of the GET route of a path. */
export function summaryAt (site: Site, path: string, caller: FastifyRequest): string | undefined {
  const { summary } = (site.routes.find('GET', path, caller)?.schema ?? {}) as { summary?: unknown }
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
