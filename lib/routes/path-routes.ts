import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HTTPVersion, Instance } from 'find-my-way'
import type { HyperRouteOptions } from '../../types/route-options.ts'
import { type DeclaredRoute, eachRoute } from '../fastify/internals.ts'
import { findMyWay } from '../packages.cjs'
import { remembered } from '../remembered.ts'
import { type Constrained, mostSpecific } from './constraints.ts'
import { routerSettings, type RouteTable } from './route-table.ts'

interface Candidate {
  readonly declared: DeclaredRoute
  readonly route: Constrained
}

/** The routes of an app by path. */
export class PathRoutes {
  static readonly #known = new WeakMap<FastifyInstance, PathRoutes>()
  readonly #router: Instance<HTTPVersion.V1>

  private constructor (app: FastifyInstance) {
    // The router of the app has accepted the patterns.
    this.#router = findMyWay({ ...routerSettings(app), allowUnsafeRegex: true, maxParamLength: Infinity })
    for (const method of app.supportedMethods) {
      eachRoute(app, method, (declared, path, constraints) => {
        this.#add(method, path, { declared, route: { constraints } })
      })
    }
  }

  /** Returns the routes of an app that is ready. */
  static of (app: FastifyInstance): PathRoutes {
    return remembered(PathRoutes.#known, app, () => new PathRoutes(app))
  }

  #add (method: string, path: string, candidate: Candidate): void {
    const known = this.#router.findRoute(method as never, path) as { readonly store: Candidate[] } | null
    if (known === null) this.#router.on(method as never, path, () => {}, [candidate])
    else known.store.push(candidate)
  }

  /**
   * Returns the route of a method and path, or null. A query is ignored.
   * @param request whose version and host choose between several. Without one, or if none matches, a route without
   * constraints is chosen, else the first
   */
  find (method: string, path: string, request?: FastifyRequest): DeclaredRoute | null {
    const candidates = this.#all(method, path)
    const [best] = candidates.length < 2 ? candidates : mostSpecific(candidates, request)
    return best?.declared ?? null
  }

  /** Whether several routes have a method and path, with other constraints. */
  isShared (method: string, path: string): boolean {
    return this.#all(method, path).length > 1
  }

  #all (method: string, path: string): readonly Candidate[] {
    const found = this.#router.find(method as never, path.split('?', 1)[0]!)
    return found === null ? [] : found.store as Candidate[]
  }
}

/** Returns whether a route is part of the hypermedia API: it has a name, or options of this package. */
export function hypermediaRoutes (table: RouteTable): (route: DeclaredRoute, method: string) => boolean {
  const all = Array.from(table.names, name => table.all(name)).flat().filter(({ service }) => service === null)
  const named = new Set(all.flatMap(({ methods, url }) => methods.map(method => `${method} ${url}`)))
  return ({ config }, method) => config.hyper !== undefined || named.has(`${method} ${config.url}`)
}

/** Whether a route requires `If-Match`: the options of groups are part of its own. */
export function requiresIfMatch ({ config }: DeclaredRoute): boolean {
  const { preconditions } = (config.hyper ?? {}) as HyperRouteOptions
  return typeof preconditions === 'object' && preconditions.requireIfMatch === true
}
