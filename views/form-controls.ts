// The controls of a form with their labels: for errors that link to them.
import type { Entered } from '../hypermedia/fill.ts'
import type { Group, Node } from '../hypermedia/tree.ts'
import {
  alternativeName, choiceName, itemName, memberName, type Rows, rowsIn
} from '../hypermedia/tree-names.ts'
import { labelOf, singularOf } from './labels.ts'

/** A control, or a group, list or choice of controls. */
export interface NamedControl {
  readonly name: string
  readonly label: string
  /** The labels of the row that it is in; empty for none. */
  readonly row: string
}

/** Returns the controls of a form with what was entered. */
export function controlsIn (tree: Node, entered: Entered): NamedControl[] {
  return controlsOf(tree, { name: '', label: '', row: '' }, rowsIn(entered))
}

function controlsOf (node: Node, control: NamedControl, rows: Rows): NamedControl[] {
  const { name, label, row } = control
  switch (node.kind) {
    case 'group': return [control, ...membersOf(node, control, rows)]
    case 'list': {
      const one = node.element.title ?? singularOf(label)
      const items = (rows.get(name) ?? []).flatMap((index, position) => {
        const title = `${one} ${position + 1}`
        const inner = { name: itemName(name, index), label: title, row: node.element.kind === 'group' ? title : row }
        return controlsOf(node.element, inner, rows)
      })
      return [control, ...items]
    }
    case 'choice': {
      const inner = node.alternatives.flatMap(({ node }, index) =>
        controlsOf(node, { name: alternativeName(name, index), label, row }, rows))
      return [{ ...control, name: choiceName(name) }, ...inner]
    }
    case 'field': return [node.field.label === node.field.name ? control : { ...control, label: node.field.label }]
    default: return [control]
  }
}

function membersOf ({ members, choice }: Group, { name, row }: NamedControl, rows: Rows): NamedControl[] {
  const own = members.flatMap(({ name: member, node }) =>
    controlsOf(node, { name: memberName(name, member), label: node.title ?? labelOf(member), row }, rows))
  return choice === undefined
    ? own
    : [...own, ...controlsOf(choice, { name, label: choice.title ?? 'Kind', row }, rows)]
}
