import type { FastifyInstance, HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'
import { routesOf, type DeclaredRoute } from '../fastify/routes.ts'

/** The routes of an app by path. */
export class PathRoutes {
  readonly #router: findMyWay.Instance<findMyWay.HTTPVersion.V1>

  /** @param app an app that is ready */
  constructor (app: FastifyInstance) {
    const { caseSensitive = true, ignoreTrailingSlash = false, ignoreDuplicateSlashes = false } = app.initialConfig.routerOptions ?? {}
    this.#router = findMyWay({ caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes, maxParamLength: Infinity })
    for (const route of routesOf(app)) this.#add(route)
  }

  // Of the versions and hosts of a route, the first is used: they only describe forms here.
  #add (route: DeclaredRoute): void {
    for (const method of [route.config.method].flat() as HTTPMethods[]) {
      if (this.#router.findRoute(method as never, route.config.url) !== null) continue
      this.#router.on(method as never, route.config.url, () => {}, route)
    }
  }

  /** Returns the route of a method and path, or null. A query is ignored. */
  find (method: string, path: string): DeclaredRoute | null {
    const found = this.#router.find(method as never, path.split('?', 1)[0]!)
    return found === null ? null : found.store as DeclaredRoute
  }
}
