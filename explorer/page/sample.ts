import { literalsIn } from '../../hypermedia/choices.ts'
import type { Field, Form } from '../../hypermedia/form.ts'
import { type Node, someNode, treeOfFields } from '../../hypermedia/tree.ts'
import { alternativeName, choiceName, itemName, memberName } from '../../hypermedia/tree-names.ts'
import { treeSubmission } from '../../hypermedia/tree-submission.ts'
import { expandTemplate } from '../../lib/http/uri-template.ts'

const BY_TYPE: Readonly<Partial<Record<Field['type'], string>>> = {
  email: 'name@example.com',
  url: 'https://example.com/',
  tel: '+1 555 0100',
  date: '2026-01-31',
  month: '2026-01',
  week: '2026-W05',
  time: '12:00',
  'datetime-local': '2026-01-31T12:00',
  color: '#336699'
}

/**
 * Returns the body of a form with a value for each field: its own, or an example. A list has one row, and of a choice
 * the first alternative is chosen. Returns null if the form sends no string.
 */
export function sampleBody (form: Form, tree: Node = treeOfFields(form.fields)): string | null {
  if (!someNode(tree, ({ kind }) => kind !== 'group')) return null
  const entered = new Map<string, readonly string[]>()
  addSamples(tree, '', entered)
  const { method, contentType = 'application/json' } = form
  const { body } = treeSubmission({ method, contentType }, tree, { entered, literals: literalsIn(form.fields) }, '/')
  return typeof body === 'string' ? body : null
}

function addSamples (node: Node, name: string, entered: Map<string, readonly string[]>): void {
  switch (node.kind) {
    case 'field':
      entered.set(name, sampleOf(node.field))
      return
    case 'list': return addSamples(node.element, itemName(name, 0), entered)
    case 'choice':
      entered.set(choiceName(name), ['0'])
      return addSamples(node.alternatives[0]!.node, alternativeName(name, 0), entered)
    case 'group':
      for (const member of node.members) addSamples(member.node, memberName(name, member.name), entered)
      if (node.choice !== undefined) addSamples(node.choice, name, entered)
  }
}

function sampleOf (field: Field): string[] {
  const { choices, templated, value, limits } = field
  if (choices !== undefined && (choices.selected.length > 0 || choices.inline.length > 0)) {
    if (choices.selected.length > 0) return [...choices.selected]
    return choices.inline.slice(0, Math.max(choices.minItems, 1)).map(({ value }) => value)
  }
  if (templated) return [expandTemplate(value, new Map())]
  if (value !== '') return [value]
  if (field.type === 'number' || field.type === 'range') return [String(limits.min ?? Math.min(1, limits.max ?? 1))]
  return [BY_TYPE[field.type] ?? 'string'.padEnd(limits.minLength ?? 0, '.').slice(0, limits.maxLength)]
}
