import { hasSerializer } from '../fastify/reply-serializer.ts'
import { flattenTogether, splitElements } from '../json/array.ts'
import { isJsonObject, memberSpans } from '../json/object.ts'
import { mostShown } from './content-type.ts'
import {
  COUNTED, type Elements, type EnvelopeMatch, type ListMatch, type Nested, type ResourceMatch
} from './elements.ts'
import { type SerializedEnvelope, splitEnvelope } from './envelope.ts'
import { isPlainEnvelope, withMembers } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import type { LinkedResponse } from './response.ts'
import {
  isWrittenByApp, keepsOrder, reportOrder, type SerializeOne, serializerOf, serializeValue, splitList
} from './serializers.ts'

/**
 * Serializes the value as Fastify would, and adds the resources in it that get links.
 * Returns false if Fastify sends the value as it is.
 * @throws what a serializer throws
 */
export function serialize (response: LinkedResponse): boolean {
  const { matched, format } = response
  if (matched === null || format.bare) return serializePlain(response)
  if (matched.kind === 'list') serializeList(response, matched)
  else if (matched.kind === 'envelope') serializeEnvelope(response, matched)
  else serializeResource(response, matched)
  return true
}

// Errors stay as the app sends them. A bare value with its usual media type is what Fastify sends, but Fastify finds no
// schema for the label `application/json` if `content` has others only, and would send every field. A format that makes
// documents has one for every value.
function serializePlain (response: LinkedResponse): boolean {
  const { plan: { schemas: { byMediaType } }, reply, format, value, matched } = response
  if (matched === null && reply.statusCode >= 400) return false
  const isLabelled = matched === null
    ? format.document !== undefined
    : matched.kind !== 'list' && (byMediaType || format.mediaType !== 'application/json')
  if (!isLabelled && !byMediaType) return false
  response.body = serializeValue(response, value, isLabelled ? format : null)
  response.isLabelled = isLabelled
  return true
}

// A serializer of the app, or toJSON, may make something else of the value.
function serializeResource (response: LinkedResponse, { value, compiled }: ResourceMatch): void {
  const body = response.body = serializeValue(response, value, response.format)
  if (!isJsonObject(body)) return
  response.root = response.next.add(value, body, compiled)
  response.isLabelled = true
}

// An array has no members of its own: it keeps its media type. Only its elements are in the format, each serialized by
// itself where that makes no difference.
function serializeList (response: LinkedResponse, matched: ListMatch): void {
  const elements = serializeElements(response, matched) ?? serializeWhole(response, matched)
  if (elements === null) return
  response.root = response.next.addElements(matched, elements)
  response.isLabelled = response.format.document !== undefined
}

function serializeWhole (response: LinkedResponse, matched: ListMatch): readonly string[] | null {
  const { list, hasLinks } = matched
  response.body = serializeValue(response, list, hasLinks ? null : response.format)
  if (!hasLinks) {
    response.isLabelled = true
    return null
  }
  const elements = splitList(response.body, matched, serializeElement(response, list))
  if (elements === null) reportOrder(response.plan)
  return elements
}

function serializeEnvelope (response: LinkedResponse, matched: EnvelopeMatch): void {
  const isPlain = isPlainEnvelope(matched.value)
  const lists = matched.nested.map(part => isPlain && part.relation !== null ? serializeElements(response, part) : null)
  const { body, json } = serializeWithLists(response, matched, lists)
  response.body = body
  if (!isJsonObject(body)) return
  response.root = response.next.addEnvelope(matched, body, json)
  response.isLabelled = true
}

// @param lists the elements of each list; null if they are serialized with the envelope
function serializeWithLists (
  exchange: Exchange, { value, nested }: EnvelopeMatch, lists: readonly (readonly string[] | null)[]
): SerializedEnvelope {
  const written = nested.filter((_, index) => lists[index] !== null)
  const members = written.map(({ member }): [string, unknown] => [member, []])
  const body = serializeValue(exchange, written.length === 0 ? value : withMembers(value, members), exchange.format)
  return splitEnvelope(body, nested, (json, part, index) => {
    const elements = part.relation === null
      ? isOwnMember(exchange, value, part) ? [json] : null
      : lists[index] ?? splitList(json, part, serializeItem(exchange, value, part))
    if (elements === null) reportOrder(exchange.plan)
    return elements
  })
}

// Returns null if the app or the response schema may serialize an element differently in its list, and if an element
// cannot be serialized: then the whole list has the error.
function serializeElements (exchange: Exchange, { list, values, schema }: Elements): readonly string[] | null {
  const { plan, reply } = exchange
  if (schema === null || !plan.hasPlainLists || hasSerializer(reply)) return null
  if (Object.getPrototypeOf(list) !== Array.prototype || 'toJSON' in list) return null
  const most = mostShown(exchange)
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
function isOwnMember (exchange: Exchange, value: object, { list, member }: Nested): boolean {
  const { format } = exchange
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
function serializeItem (exchange: Exchange, value: object, { list, member }: Nested): SerializeOne | null {
  const { format } = exchange
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
