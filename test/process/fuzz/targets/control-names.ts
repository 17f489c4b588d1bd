// What a form sends is read by the names of its controls: the input has no more than was entered, what it has can be
// entered again, and neither what was entered nor a prototype is modified.
import { readEntered } from '../../../../html/submission.ts'
import { hasInvalidJson } from '../../../../hypermedia/check-tree.ts'
import { enteredFor } from '../../../../hypermedia/enter-tree.ts'
import type { Entered } from '../../../../hypermedia/fill.ts'
import { controlIn, type Node, readTree } from '../../../../hypermedia/tree.ts'
import { ADD, REMOVE, rowsIn } from '../../../../hypermedia/tree-names.ts'
import { changedRows } from '../../../../hypermedia/tree-rows.ts'
import { treeSubmission } from '../../../../hypermedia/tree-submission.ts'
import type { FormNode } from '../../../../lib/forms/tree/form-tree.ts'
import type { ProjectedField } from '../../../../types/forms.ts'
import { controlsIn } from '../../../../views/form-controls.ts'
import { holds, Input, same, shown } from '../input.ts'

const field = (type: string): FormNode => ({
  kind: 'field', required: false, types: [type], field: { name: '' } as ProjectedField
})
const group = (members: Readonly<Record<string, FormNode>>): FormNode => ({
  kind: 'group', required: false, members: Object.entries(members).map(([name, node]) => ({ name, node }))
})
const list = (element: FormNode): FormNode => ({ kind: 'list', required: false, minItems: 0, element })

const TREE: Node = readTree(group({
  name: field('string'),
  'a.b[0]{}': field('integer'),
  '': field('string'),
  constructor: field('boolean'),
  ['__proto__']: group({ toString: field('string') }),
  address: group({ street: field('string'), tags: list(field('string')) }),
  lines: list(group({ id: field('integer'), notes: list(list(field('string'))) })),
  payment: {
    kind: 'choice',
    required: false,
    alternatives: [
      { label: 'card', node: group({ number: field('string') }) }, { label: 'others', node: list(field('number')) }
    ]
  },
  more: { kind: 'json', required: false, reason: 'any' }
}))

const PARTS = [
  'name', 'lines', 'address', 'tags', 'payment', 'notes', 'id', 'more', '__proto__', 'constructor', 'toString',
  '[0]', '[1]', '[12]', '[999999999]', '[-1]', '[', ']', '{', '}', '{0}', '{1}', '{}', '.', '\\', '\\-', '\\.', 'number'
] as const

const PROTOTYPES = [Object.prototype, Array.prototype, Map.prototype]
const NAMES = PROTOTYPES.map(prototype => Reflect.ownKeys(prototype).length)

export function fuzz (data: Buffer): void {
  const bytes = new Input(data)
  const button = bytes.number(4)
  const body = bytes.flag() ? bytes.end() : String(new URLSearchParams(pairsOf(bytes)))
  const entered = readEntered(body)
  const before = structuredClone(entered)
  checkRows(entered)
  if (button < 2) checkButton(entered, button === 0 ? ADD : REMOVE, [...entered.keys()].at(-1) ?? '')
  // Such a form is shown again.
  if (hasInvalidJson(TREE, { entered })) return
  const input = sent(entered)
  if (isFinite(input)) {
    const again = sent(enteredFor(TREE, input))
    if (isFinite(again)) same(sent(enteredFor(TREE, again)), again, `${shown(input)}, entered again`)
  }
  const { length } = [...entered.values()].flat()
  holds(leaves(input) <= length + [...entered.keys()].length, `${shown(input)} from ${length} values`)
  holds(controlsIn(TREE, entered).every(({ name }) => typeof name === 'string'), 'a control without a name')
  for (const name of entered.keys()) controlIn(TREE, name)
  same(structuredClone(entered), before, 'what was entered')
  same(PROTOTYPES.map(prototype => Reflect.ownKeys(prototype).length), NAMES, 'the members of prototypes')
}

function pairsOf (bytes: Input): [string, string][] {
  const pairs: [string, string][] = []
  while (!bytes.isRead && pairs.length < 20) {
    const name = Array.from({ length: bytes.number(7) }, () => bytes.one(PARTS)).join('')
    pairs.push([name, bytes.flag() ? bytes.one(['0', '1', 'x', '', 'true', '{"a":1}', 'null', '1e400']) : bytes.line()])
  }
  return pairs
}

function sent (entered: Entered): unknown {
  const form = { name: 'order', title: undefined, method: 'POST', target: '/', contentType: 'application/json' }
  const { body } = treeSubmission(form, TREE, { entered }, '/')
  holds(typeof body === 'string', 'no JSON')
  return JSON.parse(body)
}

function checkRows (entered: Entered): void {
  for (const [list, rows] of rowsIn(entered)) {
    same([...new Set(rows)].sort((one, other) => one - other), rows, `the rows of ${list}`)
    holds(rows.every(row => [...entered.keys()].some(name => name.startsWith(list) && indexAt(name, list) === row)),
      `a row of ${list} that nobody entered`)
  }
}

function indexAt (name: string, list: string): number {
  return Number(/^\[(\d+)\]/.exec(name.slice(list.length))?.[1])
}

function checkButton (entered: Entered, button: string, value: string): void {
  const changed = changedRows(new Map([...entered, [button, [value]]]))
  holds(changed !== null && !changed.entered.has(ADD) && !changed.entered.has(REMOVE), 'the button was pressed')
  if (button === REMOVE) {
    holds(!changed.entered.has(value), `${value} was removed`)
    same([...changed.entered].every(([name, values]) => entered.get(name) === values), true, 'the others stay')
    return
  }
  holds(changed.added !== null && !entered.has(changed.added), `a new row of ${value}`)
}

// JSON has numbers that JavaScript has not.
function isFinite (value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isFinite)
  return typeof value !== 'number' || Number.isFinite(value)
}

function leaves (value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member) => sum + leaves(member), 0)
}
