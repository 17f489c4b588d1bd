// What a form as a tree sends: typed values and files, by the names of their controls.
import type { Literals } from './choices.ts'
import { type Entered, jsonScalar, sentValues } from './fill.ts'
import type { Field } from './form.ts'
import type { Group, Node } from './tree.ts'
import { alternativeName, choiceName, itemName, memberName, type Rows, rowsIn } from './tree-names.ts'

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
  /** What the form began with, if that is known: with PATCH, what nobody has changed is not sent. */
  readonly started?: Entered
  /** The values that are sent as numbers and booleans, by the names of their controls. */
  readonly literals?: ReadonlyMap<string, Literals>
}

/** What a part of a form sends. */
export type Filled =
  | { readonly kind: 'object', readonly members: ReadonlyArray<readonly [name: string, value: Filled]> }
  | { readonly kind: 'list', readonly items: readonly Filled[], readonly isCleared?: true }
  | { readonly kind: 'scalar', readonly text: string, readonly json: string, readonly isCleared?: true }
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
