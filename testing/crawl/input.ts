import { choicesIn, literalsIn } from '../../hypermedia/choices.ts'
import type { Submission } from '../../hypermedia/encode.ts'
import { submissionOf } from '../../hypermedia/fill.ts'
import { readField } from '../../hypermedia/form.ts'
import type { ProjectedField } from '../../types/forms.ts'
import type { OfferedAction } from '../../types/testing.ts'
import { type SampleInput, sampleInputs } from '../forms/sample-inputs.ts'

/** The requests of an action: one for each input that is tried. */
export interface ActionRequests {
  readonly requests: readonly Submission[]
  /** Required fields for which no valid value was found: the requests are empty. */
  readonly unknown: readonly string[]
  /** Whether the inputs were made of the fields of a form. */
  readonly filled: boolean
}

/**
 * Returns requests with inputs that a form allows: with its values, at the bounds of its constraints,
 * and with required fields only.
 */
export function sampleRequests (
  action: OfferedAction, path: string, fields: readonly ProjectedField[]
): ActionRequests {
  if (fields.length === 0) {
    const request = { method: action.method, path, contentType: undefined, body: null }
    return { requests: [request], unknown: [], filled: false }
  }
  // Values of clients. Those of browsers, with empty strings, are for routes that accept forms.
  const { inputs, guessed } = sampleInputs(fields, { emptyStrings: false })
  if (guessed.size > 0) return { requests: [], unknown: [...guessed], filled: true }
  const requests = inputs.map(input => requestOf(action, path, fields, input))
  const distinct = new Map(requests.map(request => [keyOf(request), request]))
  return { requests: [...distinct.values()], unknown: [], filled: true }
}

function keyOf ({ path, body }: Submission): string {
  return `${path} ${body instanceof FormData ? JSON.stringify([...body]) : body}`
}

// As the explorer sends it.
function requestOf (
  { method, contentType }: OfferedAction, path: string, properties: readonly ProjectedField[], input: SampleInput
): Submission {
  const fields = properties.flatMap(readField)
  const entered = new Map(Array.from(input, ([name, values]) => [name, [values].flat()]))
  return submissionOf({ method, contentType, fields }, entered, path, { literals: literalsIn(fields) })
}

/** Returns a field with the choices of the document behind its link. */
export function withChoices (field: ProjectedField, document: unknown): ProjectedField {
  const { promptField = 'prompt', valueField = 'value', link: _link, ...options } = field.options!
  const inline = choicesIn(document, { prompt: promptField, value: valueField }) ?? []
  return { ...field, options: { ...options, inline: inline.map(({ prompt, value }) => ({ prompt, value })) } }
}
