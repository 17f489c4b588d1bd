// Pages by their URLs: what they are about, and which are above them.
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { labelOf, nounOf } from './names.ts'
import type { Visit } from './visit.ts'

// A URL can have thousands of segments.
const MOST_ANCESTORS = 8

/** Returns the paths of the pages above a path that the API has, the entry point first. */
export function ancestorsOf (visit: Visit, path: string): string[] {
  const entryPoint = visit.site.entryPointOf(visit.request)
  return [...entryPoint === path ? [] : [entryPoint], ...pathsAbove(visit, path)]
}

/** Returns the path of the nearest page above another one. */
export function aboveOf (visit: Visit, path: string): string {
  return pathsAbove(visit, path).at(-1) ?? visit.site.entryPointOf(visit.request)
}

function pathsAbove (visit: Visit, path: string): string[] {
  const { site, request } = visit
  const entryPoint = site.entryPointOf(request)
  const own = withoutQuery(path)
  if (!own.startsWith(entryPoint)) return []
  const segments = own.slice(entryPoint.length).split('/').filter(segment => segment !== '').slice(0, -1)
  const paths = segments.slice(0, MOST_ANCESTORS).map((_, index) => entryPoint + segments.slice(0, index + 1).join('/'))
  return paths.filter(path => {
    const route = routeAt(visit, path)
    // A link to a page whose guard may reject the caller is left to the links of the resource.
    return route !== null && site.routes.isKnown(route, 'GET') && !isGuarded(route)
  })
}

/** Returns what a page is called where it is linked, by its route and its path: `Orders`, `Order 42`. */
export function labelAt (visit: Visit, path: string): string {
  const { site, request } = visit
  if (withoutQuery(path) === site.entryPointOf(request)) return site.settings.title
  const route = routeAt(visit, path)
  if (route === null || !endsInParameter(route)) return nounOfRoute(route, path)
  const type = typeOfRoute(route, visit)
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
export function namesAt (visit: Visit, path: string): PathNames {
  const route = routeAt(visit, path)
  return { noun: nounOfRoute(route, path), type: route === null ? null : typeOfRoute(route, visit) }
}

/** Returns the summary of the GET route of a path. */
export function summaryAt (visit: Visit, path: string): string | undefined {
  return summaryOf(routeAt(visit, path))
}

function routeAt ({ site, request }: Visit, path: string): DeclaredRoute | null {
  return site.routes.find('GET', path, request)
}

function nounOfRoute (route: DeclaredRoute | null, path: string): string {
  return nounOf(summaryOf(route) ?? '') ?? labelOf(lastSegment(path))
}

function typeOfRoute (route: DeclaredRoute, { site }: Visit): string | null {
  return site.types.ofRoute(route.config.url)?.label ?? nounOf(summaryOf(route) ?? '')
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
