// Envelopes as JSON: the resources in their members are removed, until they are written with their links.
import { isJsonObject, type MemberSpan, memberSpans, withValues } from '../json/object.ts'
import type { Nested } from './elements.ts'

/** A serialized envelope. */
export interface SerializedEnvelope {
  /** What the serializer returned; with empty arrays in place of the lists that have elements. */
  readonly body: unknown
  /** The elements of each nested list; null if the response schema omits it, or they get no links. */
  readonly json: readonly (readonly string[] | null)[]
}

/** The JSON of a nested list as the JSON of its elements, of one resource as it is; null if they get no links. */
type SplitNested = (json: string, nested: Nested, index: number) => readonly string[] | null

/** Takes the resources out of an envelope. */
export function splitEnvelope (output: unknown, nested: readonly Nested[], split: SplitNested): SerializedEnvelope {
  if (!isJsonObject(output)) return { body: output, json: [] }
  const spans = memberSpans(output)
  const values = new Map<MemberSpan, string>()
  const json = nested.map((part, index) => {
    const span = spanOf(part, spans)
    if (span === undefined) return null
    const value = output.slice(span.valueStart, span.end)
    const elements = split(value, part, index)
    if (elements !== null && part.relation !== null && value !== '[]') values.set(span, '[]')
    return elements
  })
  return { body: withValues(output, spans, values), json }
}

/** Where the member of a nested list is; undefined if it is not in the JSON. */
export function spanOf ({ member }: Nested, spans: readonly MemberSpan[]): MemberSpan | undefined {
  return spans.find(({ name }) => name === member)
}
