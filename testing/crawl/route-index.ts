import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { ModelRoute } from '../../lib/model/model.ts'
import { partsOf } from './origin.ts'

/** A route with the path values of a URL. */
export interface MatchedRoute {
  readonly route: ModelRoute
  readonly values: Readonly<Record<string, string | undefined>>
}

/** Finds the routes of URLs, as the router of the app does. Constraints are ignored. */
export class RouteIndex {
  readonly #routers = new Map<string, ReturnType<typeof findMyWay>>()

  constructor (routes: Iterable<ModelRoute>) {
    for (const route of routes) {
      for (const method of route.methods as HTTPMethod[]) {
        this.#add(method, route)
      }
    }
  }

  #add (method: HTTPMethod, route: ModelRoute): void {
    const { origin, path } = partsOf(route.url)
    const router = this.#routers.get(origin) ?? findMyWay()
    this.#routers.set(origin, router)
    try {
      router.on(method, path, () => {}, route)
    } catch {
      // Without constraints, the versions and hosts of a route are duplicates. The first one stays.
    }
  }

  /** Returns the route of a path; null if none is known. */
  find (method: string, url: string): MatchedRoute | null {
    const { origin, path } = partsOf(url)
    const found = this.#routers.get(origin)?.find(method as HTTPMethod, path) ?? null
    return found === null ? null : { route: found.store as ModelRoute, values: found.params }
  }
}
