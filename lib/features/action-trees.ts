// The forms of an app's actions as trees, by where they are sent.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deriveTree } from '../forms/tree/derive-tree.ts'
import type { FormNode } from '../forms/tree/form-tree.ts'
import { essence } from '../http/media-type.ts'
import type { ApiModel, ScopedSchema } from '../model/model.ts'
import { remembered } from '../remembered.ts'
import { ActionInputs, routeInput, type SentAction } from './action-inputs.ts'

/** What names an action. */
export interface NamedAction extends SentAction {
  readonly contentType?: string | undefined
}

/** The forms of the actions of an app that is ready. */
export class ActionTrees {
  readonly #inputs: ActionInputs
  /** By the schema, the method and the media type. */
  readonly #known = new WeakMap<object, Map<string, FormNode>>()

  constructor (app: FastifyInstance, model: ApiModel) {
    this.#inputs = new ActionInputs(app, model)
  }

  /**
   * Returns the form of an action: of its declared input, or else of its route. The same input has the same tree. Null
   * if no route has the path.
   * @param path of its target
   * @param caller a request of the caller: its version and host choose the route
   */
  of (action: NamedAction, path: string, caller: FastifyRequest): FormNode | null {
    const found = this.#inputs.at(action, path, caller)
    if (found === null) return null
    const { method, contentType } = action
    const input = found.declared === undefined ? routeInput(found.route, method) : found.declared
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
