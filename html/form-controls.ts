import { type Node, someNode } from '../hypermedia/tree.ts'

/** Whether people enter something into a form. */
export function hasControls (tree: Node): boolean {
  return someNode(tree, ({ kind }) => kind !== 'group')
}
