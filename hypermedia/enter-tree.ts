// What a form has at its beginning: the values of a resource, or the defaults of the schema.
import { type Entered } from './fill.ts'
import { isObject, type JsonObject, member } from './read.ts'
import type { Group, Node } from './tree.ts'
import { alternativeName, choiceName, itemName, memberName, type Rows, rowsIn } from './tree-names.ts'

/**
 * Returns what somebody enters for a value: the inverse of what the form sends. Files, passwords and values that the
 * form cannot have are omitted.
 */
export function enteredFor (tree: Node, value: unknown): Entered {
  const entered = new Map<string, readonly string[]>()
  enter(tree, '', value, entered)
  return entered
}

/**
 * Returns what a form begins with by the names of its controls, also the values that its fields have.
 * @param entered as of `enteredFor`
 */
export function startOf (tree: Node, entered: Entered): Entered {
  const started = new Map(entered)
  start(tree, '', started, rowsIn(entered))
  return started
}

function start (node: Node, name: string, started: Map<string, readonly string[]>, rows: Rows): void {
  switch (node.kind) {
    case 'field': {
      const { choices, value } = node.field
      const values = choices?.selected ?? [value]
      if (!started.has(name) && values.length > 0) started.set(name, values)
      return
    }
    case 'list':
      for (const index of rows.get(name) ?? []) start(node.element, itemName(name, index), started, rows)
      return
    case 'choice': {
      const index = Number(started.get(choiceName(name))?.[0] ?? NaN)
      const chosen = node.alternatives[index]
      if (chosen !== undefined) start(chosen.node, alternativeName(name, index), started, rows)
      return
    }
    case 'group':
      for (const { name: own, node: inner } of node.members) start(inner, memberName(name, own), started, rows)
      if (node.choice !== undefined) start(node.choice, name, started, rows)
  }
}

/** Returns what a form began with as the value of one control. */
export function startText (started: Entered): string {
  return JSON.stringify([...started])
}

/** Reads that value, which a client sent. Returns undefined for none. */
export function readStart (text: string | undefined): Entered | undefined {
  if (text === undefined) return undefined
  try {
    const pairs: unknown = JSON.parse(text)
    return Array.isArray(pairs) && pairs.every(isPair) ? new Map(pairs) : undefined
  } catch {
    return undefined
  }
}

function isPair (pair: unknown): pair is [name: string, values: string[]] {
  return Array.isArray(pair) && typeof pair[0] === 'string' && Array.isArray(pair[1]) &&
    pair[1].every(value => typeof value === 'string')
}

function enter (node: Node, name: string, value: unknown, entered: Map<string, readonly string[]>): void {
  const given = value ?? node.value
  if (given === undefined || given === null) return
  switch (node.kind) {
    case 'field': {
      const texts = node.field.type === 'password' ? [] : [given].flat().flatMap(textOf)
      if (texts.length > 0) entered.set(name, texts)
      return
    }
    case 'json':
      entered.set(name, [JSON.stringify(given, null, 2)])
      return
    case 'list': {
      const items: readonly unknown[] = Array.isArray(given) ? given : []
      return items.forEach((item, index) => enterRow(node.element, itemName(name, index), item, entered))
    }
    case 'choice': {
      const index = node.alternatives.findIndex(({ node }) => fits(node, given))
      if (index === -1) return
      entered.set(choiceName(name), [String(index)])
      return enter(node.alternatives[index]!.node, alternativeName(name, index), given, entered)
    }
    case 'group':
      if (isObject(given)) enterMembers(node, name, given, entered)
  }
}

// The row is there, also if nothing is in it.
function enterRow (element: Node, row: string, value: unknown, entered: Map<string, readonly string[]>): void {
  entered.set(row, [''])
  enter(element, row, value, entered)
}

function enterMembers (
  { members, choice }: Group, name: string, value: JsonObject, entered: Map<string, readonly string[]>
): void {
  for (const { name: own, node } of members) enter(node, memberName(name, own), member(value, own), entered)
  if (choice !== undefined) enter(choice, name, value, entered)
}

function textOf (value: unknown): string[] {
  return ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : []
}

// Whether a value seems to be of an alternative: it has its constants, and all that the alternative requires.
function fits (node: Node, value: unknown): boolean {
  switch (node.kind) {
    case 'group':
      return isObject(value) && node.members.every(({ name, node }) => {
        const own = member(value, name)
        if (own === undefined || own === null) return !node.required
        return node.kind === 'field' && node.field.type === 'hidden' ? textOf(own)[0] === node.field.value : true
      })
    case 'list': return Array.isArray(value)
    case 'field': return node.types.length === 0 || node.types.includes(typeOf(value))
    default: return true
  }
}

function typeOf (value: unknown): string {
  return Number.isInteger(value) ? 'integer' : typeof value
}
