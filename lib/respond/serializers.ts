// Serializes values as Fastify would without us: by the handler's serializer, setReplySerializer, the response schema
// or JSON.stringify.
import { markSerializationError } from '../fastify/internals.ts'
import { hasSerializer, type Serializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { splitElements } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import { isPartOf } from '../json/part-of.ts'
import { schemaSerializer } from '../schema/content.ts'
import { sentType } from './content-type.ts'
import type { Elements } from './elements.ts'
import type { Exchange, RoutePlan } from './plan.ts'

/**
 * Serializes a value as Fastify would.
 * @param format the format that changes the content type; null if it stays
 * @throws what the serializer throws, marked as Fastify marks it
 */
export function serializeValue (exchange: Exchange, value: unknown, format: WireFormat | null): unknown {
  const { plan, reply } = exchange
  if (plan.schemas.byMediaType) return serializerOf(exchange, format)(value)
  return marked(exchange, value => reply.serialize(value), value)
}

/** Whether a serialized list certainly has all its elements, in order: no code of the app serializes it. */
export function keepsOrder (exchange: Exchange, list: readonly unknown[], format: WireFormat | null): boolean {
  if (isWrittenByApp(exchange) || 'toJSON' in list) return false
  return exchange.plan.hasFastifySerializers || routeSerializer(exchange, format) === null
}

/**
 * Whether a serializer of the app writes the response, which may write anything: the serializer of the reply, or of
 * `setReplySerializer`.
 */
export function isWrittenByApp ({ plan, reply }: Exchange): boolean {
  return plan.replacesSerializer || hasSerializer(reply)
}

/** Reports a list without links, once for each route (`HYPER018`). */
export function reportOrder ({ place, environment }: RoutePlan): void {
  environment.notices.report('HYPER018', place, () => [])
}

/** Serializes one element of a list by itself, as its list is serialized; null if it is not known how. */
export type SerializeOne = (value: unknown) => string | null

/**
 * Splits the JSON of a list into its elements. Returns null if a serializer of the app may have sorted them, omitted
 * some or written others: an element must get the links of its own value only.
 * @param one null if Fastify's serializers wrote the list
 */
export function splitList (
  output: unknown, { values, configs }: Elements, one: SerializeOne | null
): readonly string[] | null {
  const elements = splitElements(output)
  if (elements?.length !== values.length) return null
  if (one === null) return elements
  const isOwn = (element: string, index: number) =>
    configs[index] === null || !isJsonObject(element) || isPartOf(element, values[index]) ||
    one(values[index]) === element
  return elements.every(isOwn) ? elements : null
}

/** The serializer of a response, whatever callbacks do to the status and the content type later. */
export function serializerOf (exchange: Exchange, format: WireFormat | null): Serializer {
  const { reply } = exchange
  const write: Serializer =
    isWrittenByApp(exchange) ? value => reply.serialize(value) : routeSerializer(exchange, format) ?? JSON.stringify
  return value => marked(exchange, write, value)
}

// Errors are marked as Fastify marks them.
function marked ({ request }: Exchange, write: Serializer, value: unknown): unknown {
  try {
    return write(value)
  } catch (error) {
    markSerializationError(error, request)
    throw error
  }
}

// As Fastify finds the serializer, but by the media type that will be sent: Fastify does not know yet that it changes.
// Content without a JSON type, as of a download, is reported once a response is JSON (`HYPER017`).
function routeSerializer ({ plan, reply }: Exchange, format: WireFormat | null): Serializer | null {
  const reportMissing = (key: string, mediaType: string) =>
    plan.environment.notices.report('HYPER017', `${plan.place}, response ${key}`, () => [mediaType])
  return schemaSerializer(reply, reply.statusCode, () => sentType(format, reply), reportMissing)
}
