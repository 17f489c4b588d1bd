// Envelopes as JSON: the resources in their members are removed, and put back with their links.
import type { Items, WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
import { isJsonObject, memberSpans, withoutMember } from '../json/object.ts'
import type { Nested } from './elements.ts'

/** A serialized envelope. */
export interface SerializedEnvelope {
  /** What the serializer returned; with empty arrays in place of the lists that have elements. */
  readonly body: unknown
  /** The elements of each nested list; null if the response schema omits it, or they get no links. */
  readonly json: readonly (readonly string[] | null)[]
}

/** The JSON of a nested list as the JSON of its elements, of one resource as it is; null if they get no links. */
export type SplitNested = (json: string, nested: Nested, index: number) => readonly string[] | null

/** What was written of a nested list; of one resource, a list of one. */
export interface WrittenList {
  readonly json: readonly string[]
  /** Whether all are objects: embedded resources are (HAL, section 4.1.2). */
  readonly areObjects: boolean
}

/** Takes the resources out of an envelope. */
export function splitEnvelope (output: unknown, nested: readonly Nested[], split: SplitNested): SerializedEnvelope {
  if (!isJsonObject(output)) return { body: output, json: nested.map(() => null) }
  let body = output
  const json = nested.map((part, index) => {
    const span = memberSpans(body).find(({ name }) => name === part.member)
    if (span === undefined) return null
    const value = body.slice(span.valueStart, span.end)
    const elements = split(value, part, index)
    if (elements !== null && part.relation !== null) body = replace(body, span, '[]')
    return elements
  })
  return { body, json }
}

/**
 * Writes the members of an envelope, and puts the JSON of its resources where the format has them. Beside an
 * `_embedded` of its own, lists stay in their members.
 * @param lists what was written of each nested list; null for those that are not replaced
 * @param format whether it moves lists and single resources to the embedded resources
 */
export function writeEnvelope (
  envelope: string, nested: readonly Nested[], lists: readonly (WrittenList | null)[],
  format: Pick<WireFormat, 'embedsItems' | 'embedsMembers'>,
  write: (body: string, items: readonly Items[]) => string
): string {
  const { embedsItems, embedsMembers = false } = format
  const moves = embedsMembers || (embedsItems && !memberSpans(envelope).some(({ name }) => name === '_embedded'))
  let body = envelope
  const items: Items[] = []
  nested.forEach(({ member, relation }, index) => {
    const list = lists[index]!
    if (list === null || (relation !== null && !moves)) return
    const spans = memberSpans(body)
    const position = spans.findIndex(({ name }) => name === member)
    const isOne = relation === null
    if (list.areObjects && (!isOne || (embedsMembers && isFree(member, nested)))) {
      body = withoutMember(body, spans, position)
      items.push({ relation: relation ?? member, json: list.json, isOne })
    } else body = replace(body, spans[position]!, isOne ? list.json[0]! : joinElements(list.json))
  })
  const written = write(body, items)
  return moves ? written : putLists(written, memberSpans(body), nested, lists)
}

function isFree (relation: string, nested: readonly Nested[]): boolean {
  return !nested.some(list => list.relation === relation)
}

// The format adds members at the end, so the lists are put in last, and nobody searches them for names.
function putLists (
  written: string, spans: readonly Span[], nested: readonly Nested[], lists: readonly (WrittenList | null)[]
): string {
  const places = nested.flatMap(({ member, relation }, index) => {
    const list = relation === null ? null : lists[index]!
    return list === null ? [] : [{ span: spans.find(({ name }) => name === member)!, json: list.json }]
  })
  // From the last to the first, so that the places of the others do not change.
  places.sort((one, other) => other.span.valueStart - one.span.valueStart)
  return places.reduce((body, { span, json }) => replace(body, span, joinElements(json)), written)
}

type Span = ReturnType<typeof memberSpans>[number]

function replace (body: string, { valueStart, end }: Span, value: string): string {
  return body.slice(0, valueStart) + value + body.slice(end)
}
