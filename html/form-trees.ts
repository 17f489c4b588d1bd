// The forms of actions, as trees with the fields of a page.
import type { FastifyRequest } from 'fastify'
import type { Form } from '../hypermedia/form.ts'
import { type Node, readTree, treeOfFields, treeOfForm } from '../hypermedia/tree.ts'
import type { ActionTrees, NamedAction } from '../lib/features/action-trees.ts'
import type { FormNode } from '../lib/forms/tree/form-tree.ts'

/** The forms of one API. */
export class FormTrees {
  readonly #trees: ActionTrees
  readonly #read = new WeakMap<FormNode, Node>()

  constructor (trees: ActionTrees) {
    this.#trees = trees
  }

  /**
   * Returns a form as a tree.
   * @param path of its target
   * @param caller a request of the caller: its version and host choose the route
   */
  of (form: NamedAction & Pick<Form, 'fields'>, path: string, caller: FastifyRequest): Node {
    return treeOfForm(this.#tree(form, path, caller), form.fields)
  }

  /** Returns the form that a request of an endpoint is read with: its fields are not known. */
  sent (action: NamedAction, path: string, caller: FastifyRequest): Node {
    return this.#tree(action, path, caller) ?? treeOfFields([])
  }

  #tree (action: NamedAction, path: string, caller: FastifyRequest): Node | null {
    const tree = this.#trees.of(action, path, caller)
    if (tree === null) return null
    const read = this.#read.get(tree) ?? readTree(tree)
    this.#read.set(tree, read)
    return read
  }
}
