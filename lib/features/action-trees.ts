// The forms of an app's actions as trees, by where they are sent.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DeclaredRoute } from '../fastify/routes.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import { deriveTree } from '../forms/tree/derive-tree.ts'
import type { FormNode } from '../forms/tree/form-tree.ts'
import { essence } from '../http/media-type.ts'
import type { ApiModel, ScopedSchema } from '../model/model.ts'
import { remembered } from '../remembered.ts'
import { PathRoutes } from '../routes/path-routes.ts'
import { sharedSchemas } from '../schema/references.ts'

/** What names an action. */
export interface NamedAction {
  readonly name: string
  readonly method: string
  readonly contentType?: string | undefined
}

/** The forms of the actions of an app that is ready. */
export class ActionTrees {
  readonly #routes: PathRoutes
  /** By action, method and route; undefined where that is unknown, or declarations differ. */
  readonly #inputs = new Map<string, ScopedSchema | null | undefined>()
  /** By the schema, the method and the media type. */
  readonly #known = new WeakMap<object, Map<string, FormNode>>()

  constructor (app: FastifyInstance, { types }: ApiModel) {
    this.#routes = PathRoutes.of(app)
    for (const { name, method, route, input } of types.flatMap(({ actions }) => actions)) {
      if (route === null) continue
      const key = inputKey(name, method, route.url)
      const isOther = this.#inputs.has(key) && this.#inputs.get(key)?.schema !== input?.schema
      this.#inputs.set(key, isOther ? undefined : input)
    }
  }

  /**
   * Returns the form of an action: of its declared input, or else of its route. The same input has the same tree. Null
   * if no route has the path.
   * @param path of its target
   * @param caller a request of the caller: its version and host choose the route
   */
  of ({ name, method, contentType }: NamedAction, path: string, caller: FastifyRequest): FormNode | null {
    const route = this.#routes.find(method, path, caller)
    if (route === null) return null
    // A declaration has one input for all versions and hosts of its route.
    const isDeclared = !this.#routes.isShared(method, path)
    const declared = isDeclared ? this.#inputs.get(inputKey(name, method, route.config.url)) : undefined
    const input = declared === undefined ? routeInput(route, method) : declared
    return this.#derived(input ?? NOTHING, method, contentType === undefined ? null : essence(contentType))
  }

  #derived ({ schema, shared }: ScopedSchema, method: string, contentType: string | null): FormNode {
    const owner = typeof schema === 'object' && schema !== null ? schema : NOTHING
    const known = remembered(this.#known, owner, () => new Map<string, FormNode>())
    const target = { method, contentType, shared }
    return remembered(known, `${method} ${contentType ?? ''}`, () => deriveTree(schema, target))
  }
}

const NOTHING: ScopedSchema = { schema: undefined, shared: () => undefined }

function inputKey (action: string, method: string, url: string): string {
  return `${action} ${method} ${url}`
}

function routeInput (route: DeclaredRoute, method: string): ScopedSchema | null {
  const { schema } = inputOf(method, { schema: route.schema ?? {} }, null)
  return schema === undefined ? null : { schema, shared: sharedSchemas(route.server) }
}
