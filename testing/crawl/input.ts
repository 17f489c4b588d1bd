import { choicesIn } from '../../hypermedia/choices.ts'
import { formsOf } from '../../hypermedia/form.ts'
import { guessedType, literalsOf } from '../../hypermedia/literals.ts'
import { submissionOf } from '../../hypermedia/submission.ts'
import { encodingOf, isSentInQuery, withQuery } from '../../lib/http/form-encoding.ts'
import { sampleInputs, type SampleInput } from '../../lib/forms/check/sample-inputs.ts'
import type { ProjectedField } from '../../types/forms.ts'
import type { OfferedAction } from '../../types/testing.ts'
import type { RequestBody } from './session.ts'

/** A request that performs an action. */
export interface ActionRequest {
  readonly method: string
  readonly path: string
  readonly body: RequestBody | null
}

/** The requests of an action: one for each input that is tried. */
export interface ActionRequests {
  readonly requests: readonly ActionRequest[]
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
    return { requests: [{ method: action.method, path, body: null }], unknown: [], filled: false }
  }
  // Values of clients. Those of browsers, with empty strings, are for routes that accept forms.
  const { inputs, guessed } = sampleInputs(fields, { emptyStrings: false })
  if (guessed.size > 0) return { requests: [], unknown: [...guessed], filled: true }
  const requests = inputs.map(input => requestOf(action, path, fields, input))
  const distinct = new Map(requests.map(request => [keyOf(request), request]))
  return { requests: [...distinct.values()], unknown: [], filled: true }
}

function keyOf ({ path, body }: ActionRequest): string {
  const value = body?.body
  return `${path} ${value instanceof FormData ? JSON.stringify([...value]) : String(value)}`
}

// As the explorer sends it.
function requestOf (
  action: OfferedAction, path: string, fields: readonly ProjectedField[], input: SampleInput
): ActionRequest {
  const [form] = formsOf({ form: { ...action, properties: fields } }, path)
  const entered = new Map([...input].map(([name, value]) => [name, [value].flat()]))
  const literals = new Map(form!.fields.flatMap(({ name, choices }) =>
    choices === undefined ? [] : [[name, literalsOf(choices.inline, guessedType(choices))] as const]))
  const submission = submissionOf(form!, entered, path, literals)
  const { method, contentType, body } = submission
  return { method, path: submission.path, body: body === null ? null : { contentType, body } }
}

/** Returns the request with an input that the option `fill` returned. */
export function filledRequest (
  { method, contentType = 'application/json' }: OfferedAction, path: string, input: object
): ActionRequest {
  const pairs = Object.entries(input).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((value): [string, string] => [name, String(value)]))
  if (isSentInQuery(method)) return { method, path: withQuery(path, pairs), body: null }
  const encoding = encodingOf(contentType)
  if (encoding === 'application/x-www-form-urlencoded') {
    return { method, path, body: { contentType, body: String(new URLSearchParams(pairs)) } }
  }
  if (encoding !== 'multipart/form-data') return { method, path, body: { contentType, body: JSON.stringify(input) } }
  const data = new FormData()
  for (const [name, value] of pairs) data.append(name, value)
  return { method, path, body: { contentType: undefined, body: data } }
}

/** Returns a field with the choices of the document behind its link. */
export function withChoices (field: ProjectedField, document: unknown): ProjectedField {
  const { promptField = 'prompt', valueField = 'value', link: _link, ...options } = field.options!
  const inline = choicesIn(document, { prompt: promptField, value: valueField }) ?? []
  return { ...field, options: { ...options, inline: inline.map(({ prompt, value }) => ({ prompt, value })) } }
}
