// The inputs of an app's actions, by where they are sent: as configurations declare them, and as routes validate them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DeclaredRoute } from '../fastify/routes.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import type { ApiModel, ScopedSchema } from '../model/model.ts'
import { PathRoutes } from '../routes/path-routes.ts'
import { sharedSchemas } from '../schema/references.ts'

/** What names an action. */
export interface SentAction {
  readonly name: string
  readonly method: string
}

/** Where an action is sent. */
interface ActionRoute {
  readonly route: DeclaredRoute
  /** The declared input, null for none; undefined where it is unknown, or declarations differ. */
  readonly declared: ScopedSchema | null | undefined
}

/** The declared inputs of an app that is ready. */
export class ActionInputs {
  readonly #routes: PathRoutes
  /** By action, method and route. */
  readonly #declared = new Map<string, ScopedSchema | null | undefined>()

  constructor (app: FastifyInstance, { types }: ApiModel) {
    this.#routes = PathRoutes.of(app)
    for (const { name, method, route, input } of types.flatMap(({ actions }) => actions)) {
      if (route === null) continue
      const key = keyOf(name, method, route.url)
      if (!this.#declared.has(key)) this.#declared.set(key, input)
      else if (input === undefined || this.#declared.get(key)?.schema !== input?.schema) {
        this.#declared.set(key, undefined)
      }
    }
  }

  /**
   * Returns where an action is sent; null if no route has the path.
   * @param path of its target
   * @param caller a request of the caller: its version and host choose the route
   */
  at ({ name, method }: SentAction, path: string, caller: FastifyRequest): ActionRoute | null {
    const route = this.#routes.find(method, path, caller)
    if (route === null) return null
    // A declaration has one input for all versions and hosts of its route.
    if (this.#routes.isShared(method, path)) return { route, declared: undefined }
    return { route, declared: this.#declared.get(keyOf(name, method, route.config.url)) }
  }
}

/** Returns the input that a route validates; null for none. */
export function routeInput (route: DeclaredRoute, method: string): ScopedSchema | null {
  const { schema } = inputOf(method, { schema: route.schema ?? {} }, null)
  return schema === undefined ? null : { schema, shared: sharedSchemas(route.server) }
}

function keyOf (action: string, method: string, url: string): string {
  return `${action} ${method} ${url}`
}
