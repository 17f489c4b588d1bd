import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Field, readField } from '../hypermedia/form.ts'
import { type DeclaredRoute, routesOf } from '../lib/fastify/routes.ts'
import { routeFields } from '../lib/forms/fields/route-fields.ts'
import { hypermediaRoutes, PathRoutes, requiresIfMatch } from '../lib/routes/path-routes.ts'
import type { RouteTable } from '../lib/routes/route-table.ts'
import { inputSchema, responseSchema } from '../lib/schema/content.ts'
import type { SharedSchemas } from '../lib/schema/references.ts'
import { NO_FACTS, type ValueFacts } from './facts.ts'
import { factsOf } from './schema.ts'

/** What the pages know about the input of a route. */
export interface TargetInput {
  readonly fields: readonly Field[]
  /** The media types that the route's schema names; null if it names none. */
  readonly mediaTypes: ReadonlySet<string> | null
}

/** The routes of an app by path: the targets of forms and links. */
export class TargetRoutes {
  readonly #app: FastifyInstance
  readonly #routes: PathRoutes
  /** Whether any route requires `If-Match`. */
  readonly #hasTagged: boolean
  /** Whether a route is part of the hypermedia API. */
  readonly isKnown: (route: DeclaredRoute, method: string) => boolean
  readonly #inputs = new WeakMap<DeclaredRoute, Map<string, TargetInput>>()
  readonly #facts = new WeakMap<object, ValueFacts>()

  constructor (app: FastifyInstance, table: RouteTable) {
    this.#app = app
    this.#routes = PathRoutes.of(app)
    this.#hasTagged = [...routesOf(app)].some(requiresIfMatch)
    this.isKnown = hypermediaRoutes(table)
  }

  /** Returns the route of a method and path that a caller reaches, or null. @param caller a request of it */
  find (method: string, path: string, caller: FastifyRequest): DeclaredRoute | null {
    return this.#routes.find(method, path, caller)
  }

  /** Whether the pages' scope has the route of a method and path. */
  isInScope (method: string, path: string, caller: FastifyRequest): boolean {
    const { server } = this.find(method, path, caller) ?? {}
    return server !== undefined && (server === this.#app || Object.prototype.isPrototypeOf.call(this.#app, server))
  }

  /** Whether the target of a form requires `If-Match`. */
  requiresTag (method: string, path: string, caller: FastifyRequest): boolean {
    const route = this.#hasTagged ? this.find(method, path, caller) : null
    return route !== null && requiresIfMatch(route)
  }

  /** Returns the input that the schema of a route describes. */
  input (route: DeclaredRoute, method: string): TargetInput {
    let inputs = this.#inputs.get(route)
    if (inputs === undefined) this.#inputs.set(route, inputs = new Map())
    let input = inputs.get(method)
    if (input === undefined) inputs.set(method, input = this.#readInput(route, method))
    return input
  }

  /** Returns what the schema of a route has about its response with a status. */
  facts (route: { readonly schema?: unknown }, status: number, shared: SharedSchemas): ValueFacts {
    const response = responseSchema(route.schema, status, 'text/html')
    if (typeof response !== 'object' || response === null) return NO_FACTS
    let facts = this.#facts.get(response)
    if (facts === undefined) this.#facts.set(response, facts = factsOf(response, shared))
    return facts
  }

  #readInput (route: DeclaredRoute, method: string): TargetInput {
    const { byType } = inputSchema(route.schema, method)
    return {
      fields: routeFields(route, method).flatMap(readField),
      mediaTypes: byType === null ? null : new Set(byType.keys())
    }
  }
}
