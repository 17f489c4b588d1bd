import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { ModelRoute } from '../../lib/model/model.ts'

/** A route with the path values of a URL. */
export interface MatchedRoute {
  readonly route: ModelRoute
  readonly values: Readonly<Record<string, string | undefined>>
}

/** Finds the routes of URLs, as the router of the app does. Constraints are ignored. */
export class RouteIndex {
  readonly #router = findMyWay()

  constructor (routes: Iterable<ModelRoute>) {
    for (const route of routes) {
      for (const method of route.methods as HTTPMethod[]) {
        this.#add(method, route)
      }
    }
  }

  #add (method: HTTPMethod, route: ModelRoute): void {
    try {
      this.#router.on(method, route.url, () => {}, route)
    } catch {
      // Without constraints, the versions and hosts of a route are duplicates. The first one stays.
    }
  }

  /** Returns the route of a path; null if none is known. */
  find (method: string, path: string): MatchedRoute | null {
    const found = this.#router.find(method as HTTPMethod, path)
    return found === null ? null : { route: found.store as ModelRoute, values: found.params }
  }
}
