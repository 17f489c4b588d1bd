// Which JSON in a list is of which value: a serializer of the app may sort elements, omit some or write others, and an
// element must get the links of its own value only.
import { splitElements } from '../json/array.ts'
import { isJsonObject, jsonMembers } from '../json/object.ts'
import { isPartOf } from '../json/part-of.ts'
import type { Elements, Nested } from './elements.ts'
import { withMembers } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import { isWrittenByApp, keepsOrder, serializerOf } from './serializers.ts'

/** Whether JSON that shows more than members of a value is its own. Null where the JSON is certainly in order. */
type IsOwn = ((json: string, value: unknown) => boolean) | null

/** A list, and how its JSON is compared with its values. */
interface Compared {
  readonly part: Elements & Partial<Pick<Nested, 'relation'>>
  readonly isOwn: IsOwn
}

/** Splits the JSON of a list into its elements. Returns null, and reports it (`HYPER018`), if some may be of others. */
export function splitList (
  { plan: { environment, place } }: Exchange, output: unknown, { part, isOwn }: Compared
): readonly string[] | null {
  const { values, configs, relation } = part
  const elements = relation === null ? [output as string] : splitElements(output)
  const isSame = (element: string, index: number) =>
    configs[index] === null || !isJsonObject(element) || isPartOf(element, values[index]) ||
    isOwn!(element, values[index])
  if (elements?.length === values.length && (isOwn === null || elements.every(isSame))) return elements
  environment.notices.report('HYPER018', place, () => [])
  return null
}

/** Compares an element with what is written of a list that has it alone. */
export function ownInList (exchange: Exchange, { list }: Elements): IsOwn {
  if (keepsOrder(exchange, list, null)) return null
  const write = serializerOf(exchange, null)
  return (json, value) => onlyElement(attempt(() => write([value]))) === json
}

// Longer lists are left out where they would be written again for each element of another list.
const MOST_BESIDE = 100
// Characters that may be written again for all elements together: more take too long, so the list gets no links.
const MOST_CHARACTERS = 20_000_000

/** Compares an element of a member with what is written of an envelope that has it alone. */
export function ownInEnvelope (exchange: Exchange, envelope: object, { list, member, relation }: Nested): IsOwn {
  const { format } = exchange
  const hasToJson = 'toJSON' in envelope
  if (!hasToJson && keepsOrder(exchange, list, format)) return null
  const write = serializerOf(exchange, format)
  const isLong = ([, beside]: [string, unknown]) => Array.isArray(beside) && beside.length > MOST_BESIDE
  const others = Object.entries(envelope).filter(isLong).map(([name]): [string, unknown] => [name, []])
  const membersWith = (found: unknown) => {
    const body = attempt(() => write(withMembers(envelope, [...others, [member, found]])))
    if (!isJsonObject(body)) return null
    return jsonMembers(body)
  }
  // What is written without the resource, too, is not of it. A schema may not allow null there.
  if (relation === null) {
    return () => {
      const members = membersWith(null)
      if (members === null) return !hasToJson && !isWrittenByApp(exchange)
      return (members.get(member) ?? 'null') === 'null'
    }
  }
  let beside = 0
  return (json, value) => {
    if (beside > MOST_CHARACTERS) return false
    const members = membersWith([value])
    for (const [name, { length }] of members ?? []) if (name !== member) beside += length
    return onlyElement(members?.get(member)) === json
  }
}

function onlyElement (output: unknown): string | null {
  const elements = splitElements(output)
  if (elements?.length !== 1) return null
  return elements[0]!
}

function attempt (write: () => unknown): unknown {
  try {
    return write()
  } catch {
    // A schema may not allow a list of one, as with minItems: nothing is written then.
  }
}
