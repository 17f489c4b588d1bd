import { isObject, member, membersOf, scalarMember, stringMember, type JsonObject } from './members.ts'

/** A choice of a field. */
export interface Choice {
  readonly prompt: string
  readonly value: string
  /** The value as JSON, if it is a number or a boolean in the document. */
  readonly json?: string
}

/** The choices of a field (HAL-FORMS, `options`). */
export interface Choices {
  /** The choices in the form itself. */
  readonly inline: readonly Choice[]
  /** The URL of a document with the choices; it can be a URI template. */
  readonly href: string | undefined
  readonly names: ChoiceNames
  /** Whether more than one may be chosen. */
  readonly many: boolean
  readonly minItems: number
  readonly maxItems: number
  readonly selected: readonly string[]
  /** The prompt of no choice where none is required. */
  readonly emptyPrompt: string
}

/** The members of a choice that are shown and sent. */
export interface ChoiceNames {
  readonly prompt: string
  readonly value: string
}

/** Returns the choices of a property, or undefined if it accepts any value. */
export function readChoices (property: JsonObject): Choices | undefined {
  const options = member(property, 'options')
  if (!isObject(options)) return undefined
  const names = {
    prompt: stringMember(options, 'promptField') ?? 'prompt', value: stringMember(options, 'valueField') ?? 'value'
  }
  const maxItems = count(member(options, 'maxItems')) ?? Infinity
  const link = member(options, 'link')
  return {
    inline: choicesIn(member(options, 'inline'), names) ?? [],
    href: isObject(link) ? stringMember(link, 'href') : undefined,
    names,
    many: maxItems > 1,
    minItems: count(member(options, 'minItems')) ?? 0,
    maxItems,
    selected: selectedIn(member(options, 'selectedValues'), property),
    emptyPrompt: 'None'
  }
}

/**
 * Returns the choices in a list of scalars or objects, or in the first list of a HAL document.
 * Returns null if there is no list, or if the list contains no choice.
 */
export function choicesIn (list: unknown, names: ChoiceNames): Choice[] | null {
  if (!Array.isArray(list)) return isObject(list) ? choicesIn(firstList(list), names) : null
  const choices = list.flatMap(item => choiceOf(item, names))
  return list.length > 0 && choices.length === 0 ? null : choices
}

function choiceOf (item: unknown, names: ChoiceNames): Choice[] {
  if (item === null || Array.isArray(item)) return []
  if (!isObject(item)) return [{ prompt: String(item), value: String(item), ...jsonOf(item) }]
  const name = scalarMember(item, names.value) === undefined ? names.prompt : names.value
  const value = scalarMember(item, name)
  return value === undefined
    ? []
    : [{ prompt: scalarMember(item, names.prompt) ?? value, value, ...jsonOf(member(item, name)) }]
}

function jsonOf (value: unknown): Pick<Choice, 'json'> {
  return typeof value === 'number' || typeof value === 'boolean' ? { json: String(value) } : {}
}

function firstList (document: JsonObject): unknown {
  return [...membersOf(member(document, '_embedded')), ...membersOf(document)]
    .find(([, value]) => Array.isArray(value))?.[1]
}

function selectedIn (values: unknown, property: JsonObject): string[] {
  if (Array.isArray(values)) return values.map(String)
  const value = scalarMember(property, 'value')
  return value === undefined || value === '' ? [] : [value]
}

function count (value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}
