import type { Field } from '../hypermedia/form.ts'
import { labelOf } from './labels.ts'

/**
 * Returns the field of a variable of a URI template, with its current values. Nothing of a search is required: a
 * template may lack any variable.
 *
 * @param known the field that the server describes
 */
export function searchField (name: string, known: Field | undefined, values: readonly string[]): Field {
  const [value = ''] = values
  if (known === undefined) return { ...UNKNOWN, name, label: name, value }
  const { choices } = known
  const selected = choices === undefined ? undefined : { ...choices, selected: values, minItems: 0, emptyPrompt: 'Any' }
  const type = WITHOUT_VALUE[known.type] ?? known.type
  const label = known.label === name ? labelOf(name) : known.label
  return { ...known, label, type, required: false, value, choices: selected }
}

// Sliders and colors always have a value, which a search may lack.
const WITHOUT_VALUE: Readonly<Partial<Record<Field['type'], Field['type']>>> = { range: 'number', color: 'text' }

const UNKNOWN: Omit<Field, 'name' | 'label' | 'value'> = {
  type: 'text',
  required: false,
  readOnly: false,
  templated: false,
  valueType: 'string',
  pattern: undefined,
  placeholder: undefined,
  choices: undefined,
  limits: {}
}
