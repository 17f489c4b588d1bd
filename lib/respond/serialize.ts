import { hasSerializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { flattenTogether, splitElements } from '../json/array.ts'
import { isJsonObject, memberSpans } from '../json/object.ts'
import { mostShown } from './content-type.ts'
import { COUNTED, type Elements, type EnvelopeMatch, type ListMatch, type Match, type Nested } from './elements.ts'
import { type SerializedEnvelope, splitEnvelope } from './envelope.ts'
import { isPlainEnvelope, withMembers } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import type { NextLevel, Root } from './resources.ts'
import {
  isWrittenByApp, keepsOrder, reportOrder, type SerializeOne, serializerOf, serializeValue, splitList
} from './serializers.ts'

/** A serialized value. */
export interface Serialized {
  /** The resources that get links; null if nothing does. */
  readonly root: Root | null
  /** What the serializer returned, if nothing gets links. */
  readonly output: unknown
  /** Whether the response is in the format, and has its media type. */
  readonly isLabelled: boolean
}

/**
 * Serializes a value as Fastify would, and adds the resources in it that get links.
 * Returns null if Fastify sends the value as it is.
 * @throws what a serializer throws
 */
export function serialize (
  exchange: Exchange, format: WireFormat, value: unknown, matched: Match | null, next: NextLevel
): Serialized | null {
  if (matched === null || format.bare) return serializePlain(exchange, format, value, matched)
  if (matched.kind === 'list') return serializeList(exchange, format, matched, next)
  if (matched.kind === 'envelope') return serializeEnvelope(exchange, format, matched, next)
  const output = serializeValue(exchange, value, format)
  // A serializer of the app, or toJSON, made something else of the value.
  if (!isJsonObject(output)) return unlinked(output)
  return linked(next.add(value, output, matched.compiled), true)
}

function linked (root: Root, isLabelled: boolean): Serialized {
  return { root, output: null, isLabelled }
}

function unlinked (output: unknown, isLabelled = false): Serialized {
  return { root: null, output, isLabelled }
}

// Errors stay as the app sends them. A bare value with its usual media type is what Fastify sends, but Fastify finds no
// schema for the label `application/json` if `content` has others only, and would send every field. A format that makes
// documents has one for every value.
function serializePlain (
  exchange: Exchange, format: WireFormat, value: unknown, matched: Match | null
): Serialized | null {
  const { plan: { schemas: { byMediaType } }, reply } = exchange
  if (matched === null && reply.statusCode >= 400) return null
  const isLabelled = matched === null
    ? format.document !== undefined
    : matched.kind !== 'list' && (byMediaType || format.mediaType !== 'application/json')
  if (!isLabelled && !byMediaType) return null
  return unlinked(serializeValue(exchange, value, isLabelled ? format : null), isLabelled)
}

// An array has no members of its own: it keeps its media type. Only its elements are in the format, each serialized by
// itself where that makes no difference.
function serializeList (exchange: Exchange, format: WireFormat, matched: ListMatch, next: NextLevel): Serialized {
  const { list, hasLinks } = matched
  let elements = serializeElements(exchange, format, matched)
  if (elements === null) {
    if (!hasLinks) return unlinked(serializeValue(exchange, list, format), true)
    const output = serializeValue(exchange, list, null)
    elements = splitList(output, matched, serializeElement(exchange, list))
    if (elements === null) {
      reportOrder(exchange.plan)
      return unlinked(output)
    }
  }
  return linked(next.addElements(matched, elements), format.document !== undefined)
}

function serializeEnvelope (
  exchange: Exchange, format: WireFormat, matched: EnvelopeMatch, next: NextLevel
): Serialized {
  const isPlain = isPlainEnvelope(matched.value)
  const lists = matched.nested.map(part =>
    isPlain && part.relation !== null ? serializeElements(exchange, format, part) : null)
  const { body, json } = serializeWithLists(exchange, format, matched, lists)
  return isJsonObject(body) ? linked(next.addEnvelope(matched, body, json), true) : unlinked(body)
}

// @param lists the elements of each list; null if they are serialized with the envelope
function serializeWithLists (
  exchange: Exchange, format: WireFormat, { value, nested }: EnvelopeMatch, lists: readonly (readonly string[] | null)[]
): SerializedEnvelope {
  const written = nested.filter((_, index) => lists[index] !== null)
  const members = written.map(({ member }): [string, unknown] => [member, []])
  const body = serializeValue(exchange, written.length === 0 ? value : withMembers(value, members), format)
  return splitEnvelope(body, nested, (json, part, index) => {
    const elements = part.relation === null
      ? isOwnMember(exchange, format, value, part) ? [json] : null
      : lists[index] ?? splitList(json, part, serializeItem(exchange, format, value, part))
    if (elements === null) reportOrder(exchange.plan)
    return elements
  })
}

// Returns null if the app or the response schema may serialize an element differently in its list, and if an element
// cannot be serialized: then the whole list has the error.
function serializeElements (
  { plan, reply }: Exchange, format: WireFormat, { list, values, schema }: Elements
): readonly string[] | null {
  if (schema === null || !plan.hasPlainLists || hasSerializer(reply)) return null
  if (Object.getPrototypeOf(list) !== Array.prototype || 'toJSON' in list) return null
  const most = mostShown(format, reply)
  const shown = values.length > most ? values.slice(0, most) : values
  if (!shown.every(schema === undefined ? lacksToJson : isAnyObject)) return null
  const bySchema = schema === undefined ? JSON.stringify : plan.elementSerializer(schema)
  const write = bySchema as ((value: unknown) => string) | null
  if (write === null) return null
  try {
    const json = shown.map(value => write(value))
    const written = schema === undefined ? json : flattenTogether(json)
    return shown === values ? written : [...written, ...Array<string>(values.length - shown.length).fill(COUNTED)]
  } catch {
    return null
  }
}

function isAnyObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

// JSON.stringify calls toJSON with the index of an element.
function lacksToJson (value: unknown): boolean {
  return isAnyObject(value) && !('toJSON' in value)
}

// Serializes a list of one value.
function serializeElement (exchange: Exchange, list: readonly unknown[]): SerializeOne | null {
  if (keepsOrder(exchange, list, null)) return null
  const write = serializerOf(exchange, null)
  return value => onlyElement(attempt(() => write([value])))
}

// A serializer of the app, or toJSON, may write something else in the member of one resource: then it writes it also
// without the resource.
function isOwnMember (exchange: Exchange, format: WireFormat, value: object, { list, member }: Nested): boolean {
  const hasToJson = 'toJSON' in value
  if (!hasToJson && keepsOrder(exchange, list, format)) return true
  const body = attempt(() => serializerOf(exchange, format)(withMembers(value, [[member, null]])))
  // A schema may not allow null there. A serializer of the app that fails shows nothing.
  if (!isJsonObject(body)) return !hasToJson && !isWrittenByApp(exchange)
  const span = memberSpans(body).find(({ name }) => name === member)
  return span === undefined || body.slice(span.valueStart, span.end) === 'null'
}

// Longer lists are left out where they would be written again for each element of another list.
const MOST_BESIDE = 100
// Characters that may be written again for all elements together: more take too long, so the list gets no links.
const MOST_CHARACTERS = 20_000_000

// Serializes an envelope with a list of one value.
function serializeItem (
  exchange: Exchange, format: WireFormat, value: object, { list, member }: Nested
): SerializeOne | null {
  if (!('toJSON' in value) && keepsOrder(exchange, list, format)) return null
  const write = serializerOf(exchange, format)
  const isLong = ([, beside]: [string, unknown]) => Array.isArray(beside) && beside.length > MOST_BESIDE
  const others = Object.entries(value).filter(isLong).map(([name]): [string, unknown] => [name, []])
  let beside = 0
  return element => {
    if (beside > MOST_CHARACTERS) return null
    const body = attempt(() => write(withMembers(value, [...others, [member, [element]]])))
    if (!isJsonObject(body)) return null
    const span = memberSpans(body).find(span => span.name === member)
    if (span === undefined) return null
    beside += body.length - (span.end - span.valueStart)
    return onlyElement(body.slice(span.valueStart, span.end))
  }
}

function onlyElement (output: unknown): string | null {
  const elements = splitElements(output)
  return elements?.length === 1 ? elements[0]! : null
}

function attempt (write: () => unknown): unknown {
  try {
    return write()
  } catch {
    // A schema may not allow a list of one, as with minItems: nothing is written then.
  }
}
