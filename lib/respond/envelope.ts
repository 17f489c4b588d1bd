// Envelopes as JSON: the resources in their members are removed, and put back with their links.
import type { Items, WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
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

/** What was written of a nested list; of one resource, a list of one. */
interface WrittenList {
  readonly json: readonly string[]
  /** Whether all are objects: embedded resources are (HAL, section 4.1.2). */
  readonly areObjects: boolean
}

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

function spanOf ({ member }: Nested, spans: readonly MemberSpan[]): MemberSpan | undefined {
  return spans.find(({ name }) => name === member)
}

/**
 * Writes the members of an envelope, and puts the JSON of its resources where the format has them. Beside an
 * `_embedded` of its own, lists stay in their members.
 * @param lists what was written of each nested list; null for those that are not replaced
 * @param format whether it moves lists and single resources to the embedded resources; if it does not, it adds members
 * at the end
 */
export function writeEnvelope (
  envelope: string, nested: readonly Nested[], lists: readonly (WrittenList | null)[],
  format: Pick<WireFormat, 'embedsItems' | 'embedsMembers'>,
  write: (body: string, items: readonly Items[]) => string
): string {
  const { embedsItems, embedsMembers = false } = format
  const spans = memberSpans(envelope)
  const moves = embedsMembers || (embedsItems && !spans.some(({ name }) => name === '_embedded'))
  const values = new Map<MemberSpan, string | null>()
  const items: Items[] = []
  nested.forEach((part, index) => {
    const list = lists[index]!
    if (list === null) return
    const { member, relation } = part
    const isOne = relation === null
    const span = spanOf(part, spans)!
    if (moves && list.areObjects && (!isOne || (embedsMembers && isFree(member, nested)))) {
      items.push({ relation: relation ?? member, json: list.json, isOne })
      values.set(span, null)
    } else values.set(span, isOne ? list.json[0]! : joinElements(list.json))
  })
  // Lists that stay are put in last, so that nobody searches them for names.
  return moves ? write(withValues(envelope, spans, values), items) : withValues(write(envelope, items), spans, values)
}

function isFree (relation: string, nested: readonly Nested[]): boolean {
  return !nested.some(list => list.relation === relation)
}
