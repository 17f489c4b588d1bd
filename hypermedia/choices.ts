import { isObject, type JsonObject, member, membersOf, scalarMember, stringMember } from './read.ts'

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

/**
 * The values of a field that are sent as JSON numbers or booleans, with their JSON: `'1'` to `1`.
 *
 * - A choice that is a number or a boolean in the document is sent as such.
 * - Inline choices that are strings are ambiguous: HAL-FORMS requires strings,
 *   so `enum: [1, 2]` and `enum: ['1', '2']` look alike.
 *   The choices `true` and `false` are guessed to be booleans, and choices that are all JSON numbers to be numbers:
 *   such schemas are more common, and validators with type coercion accept both. The user can switch to strings.
 */
export type Literals = ReadonlyMap<string, string>

const NONE: Literals = new Map()

/** The JSON type that string choices can represent. */
export type GuessedType = 'number' | 'boolean'

/** Returns the JSON type that all inline string choices of a field seem to represent, or null. */
export function guessedType ({ inline, href, many }: Choices): GuessedType | null {
  if (href !== undefined || inline.length === 0 || inline.some(({ json }) => json !== undefined)) return null
  const values = inline.map(({ value }) => value)
  if (!many && values.length === 2 && values.includes('true') && values.includes('false')) return 'boolean'
  return values.every(isCanonicalNumber) ? 'number' : null
}

/** Returns the literals of the choices of a field. */
export function literalsOf (offered: readonly Choice[], guessed: GuessedType | null): Literals {
  if (guessed !== null) return new Map(offered.map(({ value }) => [value, value]))
  const typed = offered.flatMap(({ value, json }) => json === undefined ? [] : [[value, json] as const])
  return typed.length === 0 ? NONE : new Map(typed)
}

/** Returns the literals of the fields with choices, by field name. */
export function literalsIn (
  fields: ReadonlyArray<{ readonly name: string, readonly choices: Choices | undefined }>
): ReadonlyMap<string, Literals> {
  return new Map(fields.flatMap(({ name, choices }) =>
    choices === undefined ? [] : [[name, literalsOf(choices.inline, guessedType(choices))] as const]))
}

// True for numbers as JSON.stringify writes them: `007` and `1.0` are strings.
function isCanonicalNumber (value: string): boolean {
  return value !== '' && Number.isFinite(Number(value)) && String(Number(value)) === value
}
