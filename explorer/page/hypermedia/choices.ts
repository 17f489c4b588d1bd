import { isObject, member, membersOf, scalar, text, type JsonObject } from './members.ts'

/** One choice. */
export interface Choice {
  readonly prompt: string
  readonly value: string
  /** The value as JSON, where it is a number or a boolean in the document. */
  readonly json?: string
}

/** What a field can be chosen from (HAL-FORMS, `options`). */
export interface Choices {
  /** Written out in the form. */
  readonly inline: readonly Choice[]
  /** Behind a link. */
  readonly href: string | undefined
  readonly names: ChoiceNames
  /** Whether more than one may be chosen. */
  readonly many: boolean
  readonly minItems: number
  readonly maxItems: number
  readonly selected: readonly string[]
}

/** The members of a choice that are shown and sent. */
export interface ChoiceNames {
  readonly prompt: string
  readonly value: string
}

/** The choices of a property, or undefined where it takes any value. */
export function readChoices (property: JsonObject): Choices | undefined {
  const options = member(property, 'options')
  if (!isObject(options)) return undefined
  const names = { prompt: text(options, 'promptField') ?? 'prompt', value: text(options, 'valueField') ?? 'value' }
  const maxItems = count(member(options, 'maxItems')) ?? Infinity
  const link = member(options, 'link')
  return {
    inline: choicesIn(member(options, 'inline'), names) ?? [],
    href: isObject(link) ? text(link, 'href') : undefined,
    names,
    many: maxItems > 1,
    minItems: count(member(options, 'minItems')) ?? 0,
    maxItems,
    selected: selectedIn(member(options, 'selectedValues'), property)
  }
}

/** The choices of a list: texts, or objects; of a HAL document, those of its first embedded list. Null where there is no list, or nothing in it can be read. */
export function choicesIn (list: unknown, names: ChoiceNames): Choice[] | null {
  if (!Array.isArray(list)) return isObject(list) ? choicesIn(firstList(list), names) : null
  const choices = list.flatMap(item => choiceOf(item, names))
  return list.length > 0 && choices.length === 0 ? null : choices
}

function choiceOf (item: unknown, names: ChoiceNames): Choice[] {
  if (!isObject(item)) return item === null || Array.isArray(item) ? [] : [{ prompt: String(item), value: String(item), ...typed(item) }]
  const name = scalar(item, names.value) === undefined ? names.prompt : names.value
  const value = scalar(item, name)
  return value === undefined ? [] : [{ prompt: scalar(item, names.prompt) ?? value, value, ...typed(member(item, name)) }]
}

function typed (value: unknown): Pick<Choice, 'json'> {
  return typeof value === 'number' || typeof value === 'boolean' ? { json: String(value) } : {}
}

function firstList (document: JsonObject): unknown {
  return [...membersOf(member(document, '_embedded')), ...membersOf(document)].find(([, value]) => Array.isArray(value))?.[1]
}

function selectedIn (values: unknown, property: JsonObject): string[] {
  if (Array.isArray(values)) return values.map(String)
  const value = scalar(property, 'value')
  return value === undefined || value === '' ? [] : [value]
}

function count (value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}
