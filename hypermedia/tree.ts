// Forms as trees, with the fields that people fill.
import { type FormNode, type GroupNode, mapFields, type Member } from '../lib/forms/tree/form-tree.ts'
import type { ProjectedField } from '../types/forms.ts'
import { type Field, readField } from './form.ts'
import { alternativeName, choiceName, itemName, memberName } from './tree-names.ts'

/** A part of a form. */
export type Node = FormNode<Field>

/** An object of a form. */
export type Group = GroupNode<Field>

/** Returns a tree of properties as one of fields. */
export function readTree (tree: FormNode<ProjectedField>): Node {
  // An element has no name, which a field has.
  return mapFields(tree, property => readField({ ...property, name: property.name || 'value' })[0]!)
}

/**
 * Returns a tree with the fields of a form of a resource, which has the values of the resource and the labels of its
 * declaration. A field has the names that lead to it, with dots between them. Fields without a place in the tree are
 * members of the input.
 */
export function withFields (tree: Node, fields: readonly Field[]): Node {
  if (tree.kind !== 'group') return tree
  const byName = new Map(fields.map(field => [field.name, field]))
  const placed = placeFields(tree, '', byName)
  const others = [...byName.values()].filter(({ name }) => !hasPlace(tree, name))
    .map(field => ({ name: field.name, node: fieldNode(field) }))
  return { ...placed, members: [...placed.members, ...others] }
}

// Removes the fields that have a place.
function placeFields (group: Group, prefix: string, fields: Map<string, Field>): Group {
  const members = group.members.map(({ name, node }): Member<Field> => {
    const path = prefix + name
    const field = fields.get(path)
    if (node.kind === 'group') return { name, node: placeFields(node, `${path}.`, fields) }
    if (field === undefined) return { name, node }
    fields.delete(path)
    return { name, node: node.kind === 'field' ? { ...node, field: merged(node.field, field, name) } : node }
  })
  return { ...group, members }
}

// The tree has a bound next to zero, which HAL-FORMS does not show.
function merged (own: Field, field: Field, name: string): Field {
  return { ...field, name, limits: { ...own.limits, ...field.limits } }
}

/**
 * Returns a form as a tree.
 * @param tree of its target; null if that is not known
 */
export function treeOfForm (tree: Node | null, fields: readonly Field[]): Node {
  if (tree === null || !hasPlaces(tree, fields)) return treeOfFields(fields)
  // The form of a problem document has no fields.
  return fields.length === 0 && hasFields(tree) ? treeOfFields([]) : withFields(tree, fields)
}

function hasFields (tree: Node): boolean {
  return tree.kind === 'group' && tree.members.some(({ node }) => node.kind === 'field')
}

/** Returns the form of fields that no schema is known for. */
export function treeOfFields (fields: readonly Field[]): Group {
  return { kind: 'group', required: true, members: fields.map(field => ({ name: field.name, node: fieldNode(field) })) }
}

function fieldNode (field: Field): Node {
  const type = field.type === 'number' || field.type === 'range' ? 'number' : field.valueType
  return { kind: 'field', required: field.required, field, types: [type] }
}

/** Whether a tree has a place for each field, so that it is the tree of their form. */
export function hasPlaces (tree: Node, fields: readonly Field[]): boolean {
  return tree.kind === 'group' && fields.every(({ name }) => hasPlace(tree, name))
}

function hasPlace (group: Group, path: string): boolean {
  return group.members.some(({ name, node }) => name === path ||
    (node.kind === 'group' && path.startsWith(`${name}.`) && hasPlace(node, path.slice(name.length + 1)))) ||
    // The common members of alternatives are members of each.
    group.choice?.alternatives.every(({ node }) => node.kind === 'group' && hasPlace(node, path)) === true
}

/** Whether a form has a part that a predicate holds for. */
export function someNode (node: Node, holds: (node: Node) => boolean): boolean {
  if (holds(node)) return true
  switch (node.kind) {
    case 'list': return someNode(node.element, holds)
    case 'choice': return node.alternatives.some(({ node }) => someNode(node, holds))
    case 'group':
      return node.members.some(({ node }) => someNode(node, holds)) ||
        (node.choice !== undefined && someNode(node.choice, holds))
    default: return false
  }
}

/** Returns the name of the first control of the part that a row is; null for none. */
export function controlIn (tree: Node, row: string): string | null {
  const element = elementAt(tree, '', row)
  return element === null ? null : firstControl(element, row)
}

function elementAt (node: Node, name: string, row: string): Node | null {
  if (name !== '' && !row.startsWith(name)) return null
  switch (node.kind) {
    case 'list': {
      const [item] = /^\[\d+\]/.exec(row.slice(name.length)) ?? []
      if (item === undefined) return null
      return name + item === row ? node.element : elementAt(node.element, name + item, row)
    }
    case 'choice':
      return node.alternatives.map(({ node }, index) => elementAt(node, alternativeName(name, index), row))
        .find(found => found !== null) ?? null
    case 'group':
      return node.members.map(({ name: member, node }) => elementAt(node, memberName(name, member), row))
        .find(found => found !== null) ?? (node.choice === undefined ? null : elementAt(node.choice, name, row))
    default: return null
  }
}

function firstControl (node: Node, name: string): string | null {
  switch (node.kind) {
    case 'list': return firstControl(node.element, itemName(name, 0))
    case 'choice': return choiceName(name)
    case 'field': return node.field.type === 'hidden' ? null : name
    case 'group': return node.members.map(({ name: member, node }) => firstControl(node, memberName(name, member)))
      .find(found => found !== null) ?? (node.choice === undefined ? null : choiceName(name))
    default: return name
  }
}
