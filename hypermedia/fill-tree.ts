// What a form as a tree sends: typed values and files, by the names of their controls.
import { isSentInQuery } from '../lib/http/form-encoding.ts'
import type { Literals } from './choices.ts'
import { encodePath, type Submission, type Target } from './encode.ts'
import { type Entered, jsonScalar, sendsJson, sentValues } from './fill.ts'
import type { Field } from './form.ts'
import type { Group, Node } from './tree.ts'
import { alternativeName, choiceName, isInner, itemName, memberName, type Rows, rowsIn } from './tree-names.ts'

/** A file that was chosen, with its content in base64 if that was read. */
export interface EnteredFile {
  readonly blob: Blob
  readonly base64?: string
}

/** What was entered into a form. */
export interface FilledIn {
  readonly entered: Entered
  /** By the names of their controls. */
  readonly files?: ReadonlyMap<string, readonly EnteredFile[]>
  /** The values that are sent as numbers and booleans, by the names of their controls. */
  readonly literals?: ReadonlyMap<string, Literals>
}

/** What a part of a form sends. */
export type Filled =
  | { readonly kind: 'object', readonly members: ReadonlyArray<readonly [name: string, value: Filled]> }
  | { readonly kind: 'list', readonly items: readonly Filled[] }
  | { readonly kind: 'scalar', readonly text: string, readonly json: string }
  | { readonly kind: 'file', readonly file: EnteredFile }

const NULL: Filled = { kind: 'scalar', text: '', json: 'null' }

/** Reads what was entered into a form. Returns null for nothing. */
export class TreeReader {
  readonly #entered: Entered
  readonly #files: NonNullable<FilledIn['files']>
  readonly #literals: NonNullable<FilledIn['literals']>
  readonly #rows: Rows
  readonly #filledRows = new Map<string, string[]>()
  /** The names of controls that the form has. */
  readonly known = new Set<string>()

  constructor ({ entered, files = new Map(), literals = new Map() }: FilledIn) {
    this.#entered = entered
    this.#literals = literals
    this.#files = files
    this.#rows = rowsIn(entered)
  }

  /** The names of the rows of a list. */
  rows (list: string): string[] {
    return (this.#rows.get(list) ?? []).map(index => itemName(list, index))
  }

  /** The names of the rows of a list that something was entered in. */
  filledRows (element: Node, list: string): string[] {
    const known = this.#filledRows.get(list)
    if (known !== undefined) return known
    const filled = this.rows(list).filter(row => !this.isBlank(element, row))
    this.#filledRows.set(list, filled)
    return filled
  }

  /** The values of a control. */
  values (name: string): readonly string[] {
    this.known.add(name)
    return this.#entered.get(name) ?? []
  }

  /** The files of a control. A browser sends an empty one for none. */
  files (name: string): readonly EnteredFile[] {
    return this.#files.get(name) ?? []
  }

  /** The index of the chosen alternative; undefined for none. */
  chosen ({ alternatives }: { readonly alternatives: readonly unknown[] }, name: string): number | undefined {
    const index = Number(this.values(choiceName(name)).at(-1) || NaN)
    return Object.hasOwn(alternatives, index) ? index : undefined
  }

  /** Whether nothing was entered: a form that was not touched has only what it had at the beginning. */
  isBlank (node: Node, name: string): boolean {
    switch (node.kind) {
      case 'field': return isUntouched(node.field, this.values(name))
      case 'file': return this.files(name).length === 0
      case 'json': return this.values(name).every(text => text.trim() === '')
      case 'list': return this.filledRows(node.element, name).length === 0
      case 'choice': return this.chosen(node, name) === undefined
      case 'group':
        return node.members.every(member => this.isBlank(member.node, memberName(name, member.name))) &&
          (node.choice === undefined || this.isBlank(node.choice, name))
    }
  }

  /** @param required whether nothing is an empty value */
  fill (node: Node, name: string, required = node.required): Filled | null {
    switch (node.kind) {
      case 'field': return fillField(node.field, this.values(name), text =>
        this.#literals.get(name)?.get(text) ?? jsonScalar(text, node.types))
      case 'file': return this.#fillFile(this.files(name), node.many, node.encoding)
      case 'json': return fillJson(this.values(name))
      case 'list': {
        const rows = this.filledRows(node.element, name)
        const items = rows.map(row => this.fill(node.element, row)).filter(item => item !== null)
        return items.length === 0 && !required ? null : { kind: 'list', items }
      }
      case 'choice': {
        const index = this.chosen(node, name)
        return index === undefined
          ? null
          : this.fill(node.alternatives[index]!.node, alternativeName(name, index), true)
      }
      case 'group': return required || !this.isBlank(node, name) ? this.#fillGroup(node, name) : null
    }
  }

  #fillGroup ({ members, choice }: Group, name: string): Filled {
    const own = members.flatMap(({ name: member, node }) => {
      const value = this.fill(node, memberName(name, member)) ?? (node.nullable === true ? NULL : null)
      return value === null ? [] : [[member, value] as const]
    })
    const chosen = choice === undefined ? null : this.fill(choice, name)
    return { kind: 'object', members: [...own, ...chosen?.kind === 'object' ? chosen.members : []] }
  }

  #fillFile (files: readonly EnteredFile[], many: boolean, encoding: 'binary' | 'base64'): Filled | null {
    if (files.length === 0) return null
    const items = files.map((file): Filled => encoding === 'binary'
      ? { kind: 'file', file }
      : { kind: 'scalar', text: file.base64 ?? '', json: JSON.stringify(file.base64 ?? '') })
    return many ? { kind: 'list', items } : items[0]!
  }
}

function isUntouched ({ type, value, choices, readOnly }: Field, values: readonly string[]): boolean {
  if (type === 'hidden' || readOnly) return true
  const initial = choices === undefined ? [value] : choices.selected
  // A switch sends the value of one that is off, too.
  const typed = values.length === 2 && choices?.many === false ? values.slice(-1) : values
  const filled = typed.filter(text => text !== '' && !(isSwitch(choices) && text === 'false'))
  return filled.length === 0 || filled.join('\n') === initial.join('\n')
}

function isSwitch (choices: Field['choices']): boolean {
  return choices?.many === false && choices.inline.length === 2 && choices.inline.some(({ value }) => value === 'false')
}

function fillField (field: Field, values: readonly string[], jsonFor: (text: string) => string): Filled | null {
  const { choices, type, value } = field
  // Too many choices for checkboxes are typed, one in each line. A checkbox has its other value before it.
  const typed = choices === undefined
    ? values
    : choices.many ? values.flatMap(text => text.split('\n')) : values.slice(-1)
  const sent = sentValues(field, typed.length === 0 && type === 'hidden' && value !== '' ? [value] : typed)
  if (sent === null) return null
  const scalars = sent.map((text): Filled => ({ kind: 'scalar', text, json: jsonFor(text) }))
  return choices?.many === true || scalars.length > 1 ? { kind: 'list', items: scalars } : scalars[0]!
}

// The page does not send a form whose JSON is invalid.
function fillJson ([text = '']: readonly string[]): Filled | null {
  return text.trim() === '' ? null : { kind: 'scalar', text, json: text }
}

/** Returns what a part sends as JSON. Numbers have the digits that were typed. */
export function jsonOf (filled: Filled): string {
  switch (filled.kind) {
    case 'scalar': return filled.json
    case 'list': return `[${filled.items.map(jsonOf).join(',')}]`
    case 'object': {
      return `{${filled.members.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`
    }
    case 'file': return 'null'
  }
}

type Pair = readonly [name: string, value: string | Blob]

/**
 * Returns what a part sends as names and values. Names of members have dots; in lists of objects they have the index of
 * the row, so that their members stay together. A list of scalars has one pair for each.
 */
export function pairsOf (filled: Filled, name = ''): Pair[] {
  switch (filled.kind) {
    case 'scalar': return filled.json === 'null' ? [] : [[name, filled.text]]
    case 'file': return [[name, filled.file.blob]]
    case 'list':
      return filled.items.flatMap((item, index) =>
        pairsOf(item, item.kind === 'object' || item.kind === 'list' ? `${name}[${index}]` : name))
    case 'object':
      return filled.members.flatMap(([member, value]) => pairsOf(value, name === '' ? member : `${name}.${member}`))
  }
}

/**
 * Returns the request of a form as a tree.
 * @param path the path of its target
 */
export function treeSubmission (
  form: Omit<Target, 'fields'>, tree: Node, filledIn: FilledIn, path: string
): Submission {
  const { method, contentType } = form
  if (contentType === undefined && !isSentInQuery(method)) return { method, path, contentType, body: null }
  const reader = new TreeReader(filledIn)
  const filled = withUnknown(reader.fill(tree, '', true), reader, filledIn.entered)
  const target = { ...form, fields: [] }
  if (sendsJson(form) || filled.kind !== 'object') return encodePath(target, path, {}, jsonOf(filled))
  const input = new Map<string, (string | Blob)[]>()
  for (const [name, value] of pairsOf(filled)) {
    const values = input.get(name)
    if (values === undefined) input.set(name, [value])
    else values.push(value)
  }
  return encodePath(target, path, Object.fromEntries(input))
}

// The form of a route without a schema may have fields of its own.
function withUnknown (filled: Filled | null, { known }: TreeReader, entered: Entered): Filled {
  const object: Filled = filled ?? { kind: 'object', members: [] }
  if (object.kind !== 'object') return object
  const others = [...entered].filter(([name]) => !known.has(name) && !isInner(name)).flatMap(([name, values]) => {
    const filled = values.filter(value => value !== '')
      .map((text): Filled => ({ kind: 'scalar', text, json: JSON.stringify(text) }))
    if (filled.length === 0) return []
    return [[name, filled.length === 1 ? filled[0]! : { kind: 'list', items: filled } satisfies Filled] as const]
  })
  return { ...object, members: [...object.members, ...others] }
}
