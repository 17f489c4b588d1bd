// What PATCH sends of a form: what was changed. Absent members stay as they are (RFC 5789).
import { type Filled, type FilledIn, jsonOf, TreeReader } from './fill-tree.ts'
import type { Field } from './form.ts'
import type { Group, Node } from './tree.ts'
import { memberName } from './tree-names.ts'

const NULL: Filled = { kind: 'scalar', text: '', json: 'null', isCleared: true }
const NO_ITEMS: Filled = { kind: 'list', items: [], isCleared: true }
const NO_TEXT: Filled = { kind: 'scalar', text: '', json: '""', isCleared: true }

/**
 * Returns the changed members of a form, and those that its schema requires. A member that was cleared is null, an
 * empty list, or an empty string, as its schema has it.
 */
export function changesIn (form: Group, reader: TreeReader, { started, ...others }: FilledIn): Filled {
  const before = started === undefined ? null : new TreeReader({ ...others, entered: started, files: new Map() })
  return new Changes(reader, before).group(form, '') ?? { kind: 'object', members: [] }
}

class Changes {
  readonly #now: TreeReader
  readonly #before: TreeReader | null

  constructor (now: TreeReader, before: TreeReader | null) {
    this.#now = now
    this.#before = before
  }

  /** Null for a group without changes, which is not sent; the form itself has what its schema requires. */
  group (group: Group, name: string): Filled | null {
    const members = group.members.map(({ name: member, node }) =>
      ({ member, node, at: memberName(name, member), change: this.#change(node, memberName(name, member)) }))
    const choice = group.choice === undefined ? null : this.#change(group.choice, name)
    const isChanged = choice !== null || members.some(({ change }) => change !== null)
    if (!isChanged && name !== '') return null
    const sent = members.flatMap(({ member, node, at, change }) => {
      const value = change ?? (isKept(node) ? this.#now.fill(node, at) : null)
      return value === null ? [] : [[member, value] as const]
    })
    return { kind: 'object', members: [...sent, ...choice?.kind === 'object' ? choice.members : []] }
  }

  #change (node: Node, name: string): Filled | null {
    if (node.kind === 'group') return this.#changedGroup(node, name)
    const value = this.#now.fill(node, name)
    if (node.kind === 'field' && (node.field.readOnly || node.field.type === 'hidden')) return null
    if (this.#before === null) return value ?? (node.isClearable === true && this.#isEmptied(name) ? NULL : null)
    const before = this.#before.fill(node, name)
    if (textOf(node, value) === textOf(node, before)) return null
    return value ?? clearedOf(node)
  }

  #changedGroup (node: Group, name: string): Filled | null {
    const changed = this.group(node, name)
    if (changed === null || node.isClearable !== true) return changed
    const now = this.#now.fill(node, name, true)
    return now?.kind === 'object' && now.members.length === 0 ? NULL : changed
  }

  #isEmptied (name: string): boolean {
    const values = this.#now.values(name)
    return values.length > 0 && values.every(text => text === '')
  }
}

// The member of an object that is sent must have it, or nobody can change it.
function isKept (node: Node): boolean {
  return node.isKept === true || (node.kind === 'field' && node.field.type === 'hidden')
}

function clearedOf (node: Node): Filled | null {
  if (node.isClearable === true) return NULL
  if (node.kind === 'list' || (node.kind === 'field' && node.field.choices?.many === true)) return NO_ITEMS
  return node.kind === 'field' ? NO_TEXT : null
}

// A browser changes what a control cannot have, such as the line breaks of a text in one line.
function textOf (node: Node, filled: Filled | null): string {
  if (filled === null) return ''
  if (filled.kind === 'file') return 'file'
  const json = jsonOf(filled).replaceAll(/\\r\\n|\\r/g, '\\n')
  return node.kind === 'field' && isOneLine(node.field) ? json.replaceAll(/\\n|\s/g, '') : json
}

function isOneLine ({ type, choices }: Field): boolean {
  return choices === undefined && type !== 'textarea'
}
