import { numberBounds } from './bounds.ts'
import { booleanControl, choiceControl, listControl } from './choice-control.ts'
import { choicesOf } from '../schema/choices.ts'
import { createControl, initialValue, isControl, isSecret, type Control, type NoControl } from './control.ts'
import type { Reading, SchemaReader } from '../schema/schema-reader.ts'
import { textControl } from './text-control.ts'

// Of several types the first of these: a text is taken for what it is before the validator makes anything else of it.
const TYPES = ['string', 'number', 'integer', 'boolean', 'array']

// Alternatives of alternatives: as many as there are ways to decide them all.
const MOST_ALTERNATIVES = 200

const TOO_MANY: NoControl = { reason: 'It has too many alternatives of alternatives to find one that a form has a control for.' }

/** How many alternatives may still be tried. */
interface Search {
  left: number
}

/**
 * The control for a value that is no object.
 * @param required whether the form asks for the value
 */
export function controlOf (reader: SchemaReader, reading: Reading, required: boolean, search: Search = { left: MOST_ALTERNATIVES }): Control | NoControl {
  if (reading.fault !== null) return { reason: reading.fault }
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

// A form cannot ask which alternative is meant, so it offers one; what fits that one is accepted.
function firstControl (reader: SchemaReader, reading: Reading, required: boolean, search: Search): Control | NoControl {
  const [union] = reading.unions
  let first: NoControl | undefined
  for (const alternative of union!) {
    if (search.left-- <= 0) break
    const control = controlOf(reader, reader.decided(reading, union!, alternative), required, search)
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
  const foreign = types.find(type => type !== 'object' && type !== 'null')
  if (types.length === 0) return { reason: 'Its schemas allow no common type.' }
  if (foreign === undefined) return { reason: 'A form has no control for null, or for an object.' }
  return { reason: `Its type '${foreign}' is none that JSON has.`, surprising: true }
}
