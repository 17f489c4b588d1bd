import { hasSerializer } from '../fastify/reply-serializer.ts'
import { flattenTogether } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import { mostShown } from './content-type.ts'
import { COUNTED, type Elements, type ListMatch, type ResourceMatch } from './elements.ts'
import { splitEnvelope } from './envelope.ts'
import { isPlainEnvelope, withMembers } from './envelope-value.ts'
import { ownInEnvelope, ownInList, splitList } from './own-elements.ts'
import type { Exchange } from './plan.ts'
import { SerializedResource } from './resources.ts'
import type { LinkedResponse } from './response.ts'
import { serializeValue } from './serializers.ts'

/**
 * Serializes the value as Fastify would, and adds the resources in it that get links.
 * Returns false if Fastify sends the value as it is.
 * @throws what a serializer throws
 */
export function serialize (response: LinkedResponse): boolean {
  const { matched, format } = response
  if (matched === null || format.bare) return serializePlain(response)
  if (matched.kind === 'list') serializeList(response, matched)
  else if (matched.nested.length > 0) serializeEnvelope(response, matched)
  else serializeResource(response, matched)
  return true
}

// Errors stay as the app sends them. A bare value with its usual media type is what Fastify sends, but Fastify finds no
// schema for the label `application/json` if `content` has others only, and would send every field. A format that makes
// documents has one for every value.
function serializePlain (response: LinkedResponse): boolean {
  const { plan: { schemas }, reply, format, value, matched } = response
  if (matched === null && reply.statusCode >= 400) return false
  const isLabelled = isPlainLabelled(response)
  if (!isLabelled && !schemas.byMediaType) return false
  response.body = serializeValue(response, value, isLabelled ? format : null)
  response.isLabelled = isLabelled
  return true
}

function isPlainLabelled ({ plan: { schemas }, format, matched }: LinkedResponse): boolean {
  if (matched === null) return format.document !== undefined
  return matched.kind !== 'list' && (schemas.byMediaType || format.mediaType !== 'application/json')
}

// A serializer of the app, or toJSON, may make something else of the value.
function serializeResource (response: LinkedResponse, { value, compiled }: ResourceMatch): void {
  const body = response.body = serializeValue(response, value, response.format)
  if (!isJsonObject(body)) return
  response.root = new SerializedResource(value, compiled, body)
  response.next.push(response.root)
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
  if (hasLinks) return splitList(response, response.body, { part: matched, isOwn: ownInList(response, matched) })
  response.isLabelled = true
  return null
}

// Lists are serialized apart from their envelope where that makes no difference.
function serializeEnvelope (response: LinkedResponse, matched: ResourceMatch): void {
  const { value, nested } = matched
  const isPlain = isPlainEnvelope(value)
  const lists = nested.map(part => isPlain && part.relation !== null ? serializeElements(response, part) : null)
  const apart = nested.filter((_, index) => lists[index] !== null)
  const written = apart.length === 0 ? value : withMembers(value, apart.map(({ member }) => [member, []]))
  const split = splitEnvelope(serializeValue(response, written, response.format), nested, (json, part, index) =>
    lists[index] ?? splitList(response, json, { part, isOwn: ownInEnvelope(response, value, part) }))
  response.body = split.body
  if (!isJsonObject(split.body)) return
  response.root = response.next.addEnvelope(matched, split)
  response.isLabelled = true
}

// Returns null if the app or the response schema may serialize an element differently in its list, and if an element
// cannot be serialized: then the whole list has the error.
function serializeElements (exchange: Exchange, { list, values, schema }: Elements): readonly string[] | null {
  const { plan, reply } = exchange
  if (schema === null || !plan.hasPlainLists || hasSerializer(reply)) return null
  if (Object.getPrototypeOf(list) !== Array.prototype || 'toJSON' in list) return null
  const most = mostShown(exchange)
  const shown = values.length > most ? values.slice(0, most) : values
  const hasSchema = schema !== undefined
  // JSON.stringify calls toJSON with the index of an element.
  for (const value of shown) {
    if (typeof value !== 'object' || value === null || (!hasSchema && 'toJSON' in value)) return null
  }
  const write = hasSchema ? plan.elementSerializer(schema) as ((value: unknown) => string) | null : JSON.stringify
  if (write === null) return null
  const json: string[] = []
  try {
    for (const value of shown) json.push(write(value))
  } catch {
    return null
  }
  const written = hasSchema ? flattenTogether(json) : json
  if (shown === values) return written
  return written.concat(Array<string>(values.length - shown.length).fill(COUNTED))
}
