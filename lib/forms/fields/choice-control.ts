import type { FieldOption, FieldOptions } from '../../../types/forms.ts'
import { choicesOf } from '../schema/choices.ts'
import { createControl, isSecret, type Control, type NoControl } from './control.ts'
import { isScalar } from '../schema/json-schema.ts'
import type { LocatedSchema } from '../schema/schema-documents.ts'
import type { Keywords } from '../schema/schema-keywords.ts'
import type { Reading, SchemaReader } from '../schema/schema-reader.ts'

const BOOLEANS = ['true', 'false'].map(value => ({ prompt: value, value }))

/**
 * Returns the control for one of several values.
 * @param required whether the form requires the value
 */
export function choiceControl (
  reading: Reading, choices: readonly FieldOption[], required: boolean
): Control | NoControl {
  const [first] = choices
  if (first === undefined) {
    return { reason: 'None of its values can be sent as a string: add the type of the values to its schema.' }
  }
  if (reading.keywords.const !== undefined) {
    return createControl(reading, { type: 'hidden', readOnly: true, value: first.value })
  }
  return optionsControl(reading, { inline: choices, minItems: required ? 1 : 0, maxItems: 1 })
}

export function booleanControl (reading: Reading): Control {
  return optionsControl(reading, { inline: BOOLEANS, maxItems: 1 })
}

const NO_ITEMS: NoControl = {
  reason: 'A form has a control for an array only if the schema of its items enumerates values that can be sent as ' +
    'strings.'
}

/** Returns the control for an array of values. */
export function listControl (reader: SchemaReader, reading: Reading): Control | NoControl {
  const choices = choicesOf(reader, reader.read({ all: itemSchemas(reader, reading), unions: [] }))
  if (choices === null || choices.length === 0) return NO_ITEMS
  const { minItems, maxItems } = reading.keywords
  const counts = { ...minItems !== undefined && { minItems }, ...maxItems !== undefined && { maxItems } }
  return { ...optionsControl(reading, { inline: choices, ...counts }), many: true }
}

function optionsControl (reading: Reading, options: FieldOptions): Control {
  const selectedValues = selectedAmong(options.inline!, reading.keywords)
  return createControl(reading, { options: selectedValues.length === 0 ? options : { ...options, selectedValues } })
}

function selectedAmong (choices: readonly FieldOption[], keywords: Keywords): string[] {
  const selected = isSecret(keywords) ? [] : [keywords.default].flat().filter(isScalar).map(String)
  return selected.filter(value => choices.some(choice => choice.value === value))
}

/** Returns the schemas of the items of an array. */
export function itemSchemas (reader: SchemaReader, { all }: Reading): LocatedSchema[] {
  return all.flatMap(located => {
    const { items } = located.schema as { items?: unknown }
    return items === undefined || Array.isArray(items) ? [] : [reader.child(items, located)]
  })
}
