import type { FastifyInstance, FastifySchema, HTTPMethods } from 'fastify'

/** A route of an app, as its router keeps it. */
export interface DeclaredRoute {
  /** The instance that declared it. */
  readonly server: FastifyInstance
  readonly schema?: FastifySchema
  readonly config: {
    readonly method: string | readonly string[]
    /** The full path, prefixes included. */
    readonly url: string
    readonly hyper?: unknown
  }
}

/** The part of a route of find-my-way that this package reads. */
interface RouterRoute {
  readonly store: DeclaredRoute
}

/**
 * Returns the routes of a whole app for some methods, in any of its scopes: those that were declared so far, in the order of the router.
 *
 * NOTE: Fastify has no getter for its routes, and an `onRoute` hook misses those that were declared before. `printRoutes` passes its
 * options to find-my-way, which calls `buildPrettyMeta` of them for each route. The accessor keeps find-my-way from replacing ours.
 * test/fastify/routes.test.ts pins this.
 */
export function routesOf (app: FastifyInstance, methods: Iterable<string> = app.supportedMethods): DeclaredRoute[] {
  const found = new Set<DeclaredRoute>()
  const collect = ({ store }: RouterRoute) => {
    found.add(store)
    return {}
  }
  for (const method of methods) {
    const options = { method: method as HTTPMethods, includeMeta: true }
    app.printRoutes(Object.defineProperty(options, 'buildPrettyMeta', { get: () => collect, set: () => {} }))
  }
  return [...found]
}

/** Returns a route as messages name it: `route GET /orders`. */
export function declaredPlace ({ config: { method, url } }: DeclaredRoute): string {
  return `route ${[method].flat().join(',')} ${url}`
}
