// What is wrong with a form, in words for people: for the page, after the server has rejected the form. The validator
// of the server decides; it usually reports its first error only.
import { isBound, plainBound } from '../lib/forms/fields/bounds.ts'
import { type EnteredFile, type FilledIn, TreeReader } from './fill-tree.ts'
import type { Field } from './form.ts'
import type { Group, Node } from './tree.ts'
import { alternativeName, choiceName, memberName } from './tree-names.ts'

/** An error beside a control. */
export interface Fault {
  /** The name of the control; `''` for the whole form. */
  readonly name: string
  /** It continues the label of the control: `must be at most 100`. */
  readonly message: string
}

const MOST_FAULTS = 100
// A pattern of the app can take exponential time for a long value.
const LONGEST_MATCHED = 1000

/** Returns what is wrong with a form, each control at most once, in the order of the form. */
export function faultsOf (tree: Node, filledIn: FilledIn): Fault[] {
  const faults: Fault[] = []
  check(tree, '', true, { reader: new TreeReader(filledIn), faults })
  return faults.slice(0, MOST_FAULTS)
}

interface Check {
  readonly reader: TreeReader
  readonly faults: Fault[]
}

function check (node: Node, name: string, required: boolean, current: Check): void {
  const { reader, faults } = current
  if (faults.length >= MOST_FAULTS) return
  const add = (message: string | null, at = name) => { if (message !== null) faults.push({ name: at, message }) }
  switch (node.kind) {
    case 'field': return add(fieldFault(node, reader.values(name), required))
    case 'file': return add(fileFault(node, reader.files(name), required))
    case 'json': return add(jsonFault(reader.values(name), required))
    case 'list': {
      const rows = reader.filledRows(node.element, name)
      add(countFault(rows.length, required ? node.minItems : Math.min(rows.length, 1) * node.minItems, node.maxItems))
      for (const row of rows) check(node.element, row, true, current)
      return
    }
    case 'choice': {
      const index = reader.chosen(node, name)
      if (index === undefined) return add(required ? 'is required: choose one' : null, choiceName(name))
      return check(node.alternatives[index]!.node, alternativeName(name, index), true, current)
    }
    case 'group': if (required || !reader.isBlank(node, name)) checkGroup(node, name, current)
  }
}

function checkGroup ({ members, choice }: Group, name: string, current: Check): void {
  for (const { name: member, node } of members) check(node, memberName(name, member), node.required, current)
  if (choice !== undefined) check(choice, name, true, current)
}

/** Whether a form has typed JSON that is invalid, so that it cannot be sent. */
export function hasInvalidJson (tree: Node, filledIn: FilledIn): boolean {
  return invalidIn(tree, '', new TreeReader(filledIn))
}

function invalidIn (node: Node, name: string, reader: TreeReader): boolean {
  switch (node.kind) {
    case 'json': return jsonFault(reader.values(name), false) !== null
    case 'list': return reader.rows(name).some(row => invalidIn(node.element, row, reader))
    case 'choice': {
      const index = reader.chosen(node, name)
      return index !== undefined && invalidIn(node.alternatives[index]!.node, alternativeName(name, index), reader)
    }
    case 'group':
      return node.members.some(({ name: member, node }) => invalidIn(node, memberName(name, member), reader)) ||
        (node.choice !== undefined && invalidIn(node.choice, name, reader))
    default: return false
  }
}

// Returns what is wrong with typed JSON; null for nothing.
function jsonFault ([text = '']: readonly string[], required: boolean): string | null {
  if (text.trim() === '') return required ? 'is required' : null
  try {
    JSON.parse(text)
    return null
  } catch {
    return 'must be valid JSON, such as {"name": "value"} or [1, 2]'
  }
}

function fileFault (
  { many, minItems, maxItems }: Extract<Node, { kind: 'file' }>, files: readonly EnteredFile[], required: boolean
): string | null {
  if (files.length === 0) return required ? 'is required: choose a file' : null
  if (!many) return files.length > 1 ? 'must be one file' : null
  return countFault(files.length, minItems, maxItems, 'file')
}

function countFault (count: number, least: number, most = Infinity, noun = 'entry'): string | null {
  if (count < least) return `must have at least ${counted(least, noun)}`
  return count > most ? `must have at most ${counted(most, noun)}` : null
}

function counted (count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun.replace(/y$/, 'ie') + 's'}`
}

function fieldFault (
  { field, types, format }: Extract<Node, { kind: 'field' }>, values: readonly string[], required: boolean
): string | null {
  const { choices } = field
  if (choices?.many === true) {
    return choicesFault(field, values.flatMap(text => text.split('\n')).filter(text => text !== ''), required)
  }
  const value = values.at(-1) ?? ''
  if (value === '') return required && field.required && field.type !== 'hidden' ? 'is required' : null
  const unchosen = choices === undefined ? null : choicesFault(field, [value], required)
  // A page may not have all choices of a link, but knows the type of a value that was typed.
  if (unchosen !== null || (choices !== undefined && choices.href === undefined)) return unchosen
  const isNumber = types.length > 0 && types.every(type => type === 'number' || type === 'integer')
  return isNumber ? numberFault(field, value, types.includes('number')) : textFault(field, value, format)
}

function choicesFault ({ choices }: Field, values: readonly string[], required: boolean): string | null {
  const { inline, href, many, minItems, maxItems } = choices!
  // A page has a part of very many choices.
  const isKnown = href === undefined && inline.length > 0 && inline.length <= 1000
  if (isKnown && values.some(value => !inline.some(choice => choice.value === value))) {
    return many ? 'must only have some of the choices' : 'must be one of the choices'
  }
  return many ? countFault(values.length, required ? minItems : 0, maxItems) : null
}

function numberFault ({ limits: { min, max, step } }: Field, value: string, isDecimal: boolean): string | null {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return 'must be a number'
  if (!isDecimal && !Number.isInteger(number)) return 'must be a whole number'
  if (min !== undefined && number < min) return `must be ${isBound(min) ? 'at least' : 'more than'} ${plainBound(min)}`
  if (max !== undefined && number > max) return `must be ${isBound(max) ? 'at most' : 'less than'} ${plainBound(max)}`
  return step === undefined || isMultiple(number, step) ? null : `must be a multiple of ${step}`
}

function isMultiple (number: number, step: number): boolean {
  const steps = number / step
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))
}

// As their formats in JSON schema have them, without the rare forms: for those the server decides.
const FORMATS = new Map<string, readonly [form: RegExp, words: string]>([
  ['email', [/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address, such as name@example.com']],
  ['date', [/^\d{4}-\d\d-\d\d$/, 'must be a date, such as 2026-01-31']],
  ['date-time', [
    /^\d{4}-\d\d-\d\d[Tt\s]\d\d:\d\d.*(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/,
    'must be a date and a time, such as 2026-01-31T12:00:00Z'
  ]],
  ['time', [/^\d\d:\d\d/, 'must be a time, such as 12:00:00Z']],
  ['uri', [/^[a-z][a-z\d+.-]*:/i, 'must be a URL, such as https://example.com/']],
  ['uuid', [/^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i, 'must be an identifier (UUID)']]
])

function textFault (field: Field, value: string, format: string | undefined): string | null {
  const { limits: { minLength = 0, maxLength = Infinity }, pattern, placeholder } = field
  const { length } = [...value]
  if (length < minLength) return `must have at least ${counted(minLength, 'character')}`
  if (length > maxLength) return `must have at most ${counted(maxLength, 'character')}, and has ${length}`
  const [form, words] = FORMATS.get(format ?? '') ?? []
  if (form !== undefined && !form.test(value)) return words!
  if (pattern === undefined || value.length > LONGEST_MATCHED || matches(pattern, value)) return null
  const example = placeholder?.slice(0, 60)
  return example === undefined ? 'does not have the right form' : `must have the form of ${example}`
}

function matches (pattern: string, value: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'v').test(value)
}

/**
 * Returns a function that returns the name of the control for a place in the input: `lines[0].quantity`, or
 * `lines.0.quantity`. Names of members that contain dots are found, too; null for none.
 */
export function controlsOf (tree: Node, filledIn: FilledIn): (place: string) => string | null {
  const reader = new TreeReader(filledIn)
  return place => controlIn(tree, '', place, reader)
}

function controlIn (node: Node, name: string, place: string, reader: TreeReader): string | null {
  if (place === '') return node.kind === 'choice' ? choiceName(name) : name === '' ? null : name
  switch (node.kind) {
    case 'list': {
      const [, inBrackets, digits = inBrackets, rest] = /^(?:\[(\d+)\]|(\d+)(?![^.[]))\.?(.*)$/s.exec(place) ?? []
      const row = digits === undefined ? undefined : reader.filledRows(node.element, name)[Number(digits)]
      return row === undefined ? name : controlIn(node.element, row, rest ?? '', reader) ?? row
    }
    case 'choice': {
      const index = reader.chosen(node, name)
      const own = index === undefined ? null : alternativeName(name, index)
      return own === null ? null : controlIn(node.alternatives[index!]!.node, own, place, reader)
    }
    case 'group': {
      for (const { name: member, node: inner } of node.members) {
        const rest = restOf(place, member)
        const found = rest === null ? null : controlIn(inner, memberName(name, member), rest, reader)
        if (found !== null) return found
      }
      return node.choice === undefined ? null : controlIn(node.choice, name, place, reader)
    }
    // An element of a list that is one control, or a part of JSON.
    default: return name
  }
}

// Returns the place in a member; null for another place.
function restOf (place: string, member: string): string | null {
  if (place === member) return ''
  if (place.startsWith(`${member}.`)) return place.slice(member.length + 1)
  return place.startsWith(`${member}[`) ? place.slice(member.length) : null
}
