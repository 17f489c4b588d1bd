// The forms of actions, as trees.
import type { FastifyRequest } from 'fastify'
import type { Form } from '../hypermedia/form.ts'
import { hasPlaces, type Node, readTree, treeOfFields, withFields } from '../hypermedia/tree.ts'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { inputOf } from '../lib/forms/fields/action-input.ts'
import { deriveTree } from '../lib/forms/tree/derive-tree.ts'
import { essence } from '../lib/http/media-type.ts'
import type { ScopedSchema } from '../lib/model/model.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import type { ApiTypes } from './api-types.ts'
import type { TargetRoutes } from './target-routes.ts'

/** What of a form decides which tree it has. */
export type FormOfTree = Pick<Form, 'name' | 'method' | 'contentType' | 'fields'>

/** The forms of one API. */
export class FormTrees {
  readonly #routes: TargetRoutes
  readonly #types: ApiTypes
  /** By the schema, the method and the media type. */
  readonly #known = new WeakMap<object, Map<string, Node>>()

  constructor (routes: TargetRoutes, types: ApiTypes) {
    this.#routes = routes
    this.#types = types
  }

  /**
   * Returns a form as a tree: of the declared input of its action, else of its route if that has its fields.
   * @param path of its target
   * @param caller a request of the caller: its version and host choose the route
   */
  of (form: FormOfTree, path: string, caller: FastifyRequest): Node {
    const { fields } = form
    const tree = this.#tree(form, path, caller)
    if (tree === null || !hasPlaces(tree, fields)) return treeOfFields(fields)
    // The form of a problem document has no fields.
    return fields.length === 0 && hasFields(tree) ? treeOfFields([]) : withFields(tree, fields)
  }

  /** Returns the form that a request of an endpoint is read with: its fields are not known. */
  sent ({ name, method, contentType }: Omit<FormOfTree, 'fields'>, path: string, caller: FastifyRequest): Node {
    return this.#tree({ name, method, contentType }, path, caller) ?? treeOfFields([])
  }

  #tree ({ name, method, contentType }: Omit<FormOfTree, 'fields'>, path: string, caller: FastifyRequest): Node | null {
    const route = this.#routes.find(method, path, caller)
    if (route === null) return null
    const isDeclared = !this.#routes.isShared(method, path)
    const declared = isDeclared ? this.#types.inputOf(name, method, route.config.url) : undefined
    const input = declared === undefined ? routeInput(route, method) : declared
    const type = contentType === undefined ? null : essence(contentType)
    if (input === null) return readTree(deriveTree(undefined, { method, contentType: type, shared: () => undefined }))
    return this.#derived(input, method, type)
  }

  #derived ({ schema, shared }: ScopedSchema, method: string, contentType: string | null): Node {
    const derive = () => readTree(deriveTree(schema, { method, contentType, shared }))
    if (typeof schema !== 'object' || schema === null) return derive()
    const known = this.#known.get(schema) ?? new Map<string, Node>()
    this.#known.set(schema, known)
    const key = `${method} ${contentType ?? ''}`
    const tree = known.get(key) ?? derive()
    known.set(key, tree)
    return tree
  }
}

function routeInput (route: DeclaredRoute, method: string): ScopedSchema | null {
  const { schema } = inputOf(method, { schema: route.schema ?? {} }, null)
  return schema === undefined ? null : { schema, shared: sharedSchemas(route.server) }
}

function hasFields (tree: Node): boolean {
  return tree.kind === 'group' && tree.members.some(({ node }) => node.kind === 'field')
}
