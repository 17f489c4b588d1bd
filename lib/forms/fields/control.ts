import type { FieldOption, FieldOptions, ProjectedField } from '../../../types/forms.ts'
import { isScalar } from '../../schema/json-schema.ts'
import type { Keywords } from '../../schema/keywords.ts'
import { choicesOf } from '../../schema/members.ts'
import type { Reading, SchemaReader, Union } from '../../schema/reader.ts'
import { numberBounds } from './bounds.ts'
import { schemaTexts } from './label.ts'
import { textMembers } from './text.ts'

// The members of T, each of which may be absent or undefined.
type PartialMembers<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The control for a value: the members of a HAL-FORMS property except `name` and `required`. */
interface Control {
  readonly members: PartialMembers<ProjectedField>
  readonly many: boolean
}

interface NoControl {
  readonly reason: string
  /** Whether it is a finding even if the value is optional. */
  readonly unexpected?: true
}

// In the order of the tables in the HAL-FORMS specification.
const PROPERTY_MEMBERS = [
  'name', 'prompt', 'readOnly', 'regex', 'required', 'value', 'type', 'cols', 'rows', 'min', 'max', 'minLength',
  'maxLength', 'options', 'placeholder', 'step'
] as const

/** Returns a HAL-FORMS property without the undefined members, in the order of the specification. */
export function createProperty (members: PartialMembers<ProjectedField> & { readonly name: string }): ProjectedField {
  const present = PROPERTY_MEMBERS.filter(member => members[member] !== undefined)
  return Object.fromEntries(present.map(member => [member, members[member]])) as unknown as ProjectedField
}

export function isControl (control: Control | NoControl): control is Control {
  return 'members' in control
}

// Of several types, the first of these is used: if a string is valid, the validator does not convert it.
const TYPES = ['string', 'number', 'integer', 'boolean', 'array']

// The number of combinations of nested alternatives grows exponentially.
const MAX_ALTERNATIVES = 200

const TOO_MANY: NoControl = { reason: 'It has too many nested alternatives to find one with a control.' }

/**
 * Returns the control for a value that is not an object.
 * @param required whether the form requires the value
 */
export function controlOf (reader: SchemaReader, reading: Reading, required: boolean): Control | NoControl {
  return new ControlSearch(reader, required).find(reading)
}

class ControlSearch {
  readonly #reader: SchemaReader
  readonly #required: boolean
  /** The number of alternatives that may still be tried. */
  #remaining = MAX_ALTERNATIVES

  constructor (reader: SchemaReader, required: boolean) {
    this.#reader = reader
    this.#required = required
  }

  find (reading: Reading): Control | NoControl {
    if (reading.error !== null) return { reason: reading.error }
    const { keywords, unions: [union] } = reading
    const choices = choicesOf(this.#reader, reading)
    if (choices !== null) return choiceControl(keywords, choices, this.#required)
    if (union !== undefined) return this.#first(reading, union)
    const { type: types = ['string'] } = keywords
    switch (TYPES.find(type => types.includes(type))) {
      case 'string': return textControl(keywords)
      case 'number': return valueControl(keywords, { type: 'number', ...numberBounds(keywords, false) })
      case 'integer': return valueControl(keywords, { type: 'number', ...numberBounds(keywords, true) })
      case 'boolean': return optionsControl(keywords, { inline: BOOLEANS, maxItems: 1 })
      case 'array': return listControl(this.#reader, reading)
      default: return noControl(types)
    }
  }

  // A form cannot offer a choice between alternatives, so it contains the first one that has a control.
  #first (reading: Reading, union: Union): Control | NoControl {
    let first: NoControl | undefined
    for (const alternative of union) {
      if (this.#remaining-- <= 0) break
      const control = this.find(this.#reader.choose(reading, union, alternative))
      if (isControl(control)) return control
      first ??= control
    }
    return first ?? TOO_MANY
  }
}

function noControl (types: readonly string[]): NoControl {
  const unknown = types.find(type => type !== 'object' && type !== 'null')
  if (types.length === 0) return { reason: 'Its schemas allow no common type.' }
  if (unknown === undefined) return { reason: 'A form has no control for null, or for an object.' }
  return { reason: `Its type '${unknown}' is not a JSON type.`, unexpected: true }
}

function textControl (keywords: Keywords): Control | NoControl {
  const text = textMembers(keywords)
  if (text === null) return { reason: 'A form has no control for binary data.' }
  return valueControl(keywords, text)
}

const BOOLEANS = ['true', 'false'].map(value => ({ prompt: value, value }))

// One of several values.
function choiceControl (keywords: Keywords, choices: readonly FieldOption[], required: boolean): Control | NoControl {
  const [first] = choices
  if (first === undefined) {
    return { reason: 'None of its values can be sent as a string: add the type of the values to its schema.' }
  }
  const { value } = first
  if (keywords.const !== undefined) return createControl(keywords, { type: 'hidden', readOnly: true, value })
  return optionsControl(keywords, { inline: choices, minItems: required ? 1 : 0, maxItems: 1 })
}

export const NO_ITEMS =
  'A form has a control for an array only if the schema of its items enumerates values that can be sent as strings.'

// Several values of an array.
function listControl (reader: SchemaReader, reading: Reading): Control | NoControl {
  const choices = choicesOf(reader, reader.elements(reading))
  if (choices === null || choices.length === 0) return { reason: NO_ITEMS }
  const { minItems, maxItems } = reading.keywords
  const counts = { ...minItems !== undefined && { minItems }, ...maxItems !== undefined && { maxItems } }
  return { ...optionsControl(reading.keywords, { inline: choices, ...counts }), many: true }
}

function optionsControl (keywords: Keywords, options: FieldOptions): Control {
  const selectedValues = selectedAmong(options.inline!, keywords)
  const isSelected = selectedValues.length > 0
  return createControl(keywords, { options: { ...options, ...isSelected && { selectedValues } } })
}

function selectedAmong (choices: readonly FieldOption[], keywords: Keywords): string[] {
  if (isSecret(keywords)) return []
  const selected = [keywords.default].flat().filter(isScalar).map(String)
  return selected.filter(value => choices.some(choice => choice.value === value))
}

/** Returns a control without a value from `default`. A constant stays. */
export function withoutDefault ({ members, many }: Control): Control {
  if (members.type === 'hidden') return { members, many }
  const { value: _value, options, ...others } = members
  if (options === undefined) return { members: others, many }
  const { selectedValues: _selected, ...choices } = options
  return { members: { ...others, options: choices }, many }
}

function createControl (keywords: Keywords, members: PartialMembers<ProjectedField>): Control {
  const { prompt, placeholder = members.placeholder } = schemaTexts(keywords)
  return { members: { ...members, prompt, placeholder }, many: false }
}

// A control that a value is entered in.
function valueControl (keywords: Keywords, members: PartialMembers<ProjectedField>): Control {
  if (isSecret(keywords)) return createControl(keywords, { ...members, type: 'password' })
  return createControl(keywords, { ...members, value: scalarString(keywords.default) })
}

/** Whether a value must never be sent to clients. */
export function isSecret ({ writeOnly, format }: Keywords): boolean {
  return writeOnly === true || format === 'password'
}

function scalarString (value: unknown): string | undefined {
  return isScalar(value) ? String(value) : undefined
}
