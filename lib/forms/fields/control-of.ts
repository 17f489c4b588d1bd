import { numberBounds } from './bounds.ts'
import { booleanControl, choiceControl, listControl } from './choice-control.ts'
import { choicesOf } from '../schema/choices.ts'
import { createControl, initialValue, isControl, isSecret, type Control, type NoControl } from './control.ts'
import type { Reading, SchemaReader } from '../schema/schema-reader.ts'
import { textControl } from './text-control.ts'

// Of several types, the first of these is used: if a string is valid, the validator does not convert it.
const TYPES = ['string', 'number', 'integer', 'boolean', 'array']

// The number of combinations of nested alternatives grows exponentially.
const MAX_ALTERNATIVES = 200

const TOO_MANY: NoControl = { reason: 'It has too many nested alternatives to find one with a control.' }

/** The number of alternatives that may still be tried. */
interface Search {
  remaining: number
}

/**
 * Returns the control for a value that is not an object.
 * @param required whether the form requires the value
 */
export function controlOf (
  reader: SchemaReader, reading: Reading, required: boolean, search: Search = { remaining: MAX_ALTERNATIVES }
): Control | NoControl {
  if (reading.error !== null) return { reason: reading.error }
  const choices = choicesOf(reader, reading)
  if (choices !== null) return choiceControl(reading, choices, required)
  if (reading.unions.length > 0) return firstControl(reader, reading, required, search)
  const { type: types = ['string'] } = reading.keywords
  switch (TYPES.find(type => types.includes(type))) {
    case 'string': return textControl(reading)
    case 'number': return numberControl(reading, false)
    case 'integer': return numberControl(reading, true)
    case 'boolean': return booleanControl(reading)
    case 'array': return listControl(reader, reading)
    default: return noControl(types)
  }
}

// A form cannot offer a choice between alternatives, so it contains the first one that has a control.
function firstControl (reader: SchemaReader, reading: Reading, required: boolean, search: Search): Control | NoControl {
  const [union] = reading.unions
  let first: NoControl | undefined
  for (const alternative of union!) {
    if (search.remaining-- <= 0) break
    const control = controlOf(reader, reader.choose(reading, union!, alternative), required, search)
    if (isControl(control)) return control
    first ??= control
  }
  return first ?? TOO_MANY
}

function numberControl (reading: Reading, isInteger: boolean): Control {
  const type = isSecret(reading.keywords) ? 'password' : 'number'
  return createControl(reading, { value: initialValue(reading.keywords), type, ...numberBounds(reading.keywords, isInteger) })
}

function noControl (types: readonly string[]): NoControl {
  const unknown = types.find(type => type !== 'object' && type !== 'null')
  if (types.length === 0) return { reason: 'Its schemas allow no common type.' }
  if (unknown === undefined) return { reason: 'A form has no control for null, or for an object.' }
  return { reason: `Its type '${unknown}' is not a JSON type.`, unexpected: true }
}
