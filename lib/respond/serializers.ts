// Serializes values as Fastify would without us: by the handler's serializer, setReplySerializer, the response schema
// or JSON.stringify.
import { markSerializationError } from '../fastify/internals.ts'
import { hasSerializer, type Serializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { schemaSerializer } from '../schema/content.ts'
import { sentType } from './content-type.ts'
import type { Exchange } from './plan.ts'

/**
 * Serializes a value as Fastify would.
 * @param format the format that changes the content type; null if it stays
 * @throws what the serializer throws, marked as Fastify marks it for error handlers
 */
export function serializeValue (exchange: Exchange, value: unknown, format: WireFormat | null): unknown {
  const { plan, request, reply } = exchange
  try {
    if (plan.schemas.byMediaType) return serializerOf(exchange, format)(value)
    return reply.serialize(value)
  } catch (error) {
    markSerializationError(error, request)
    throw error
  }
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

/** The serializer of a response, whatever callbacks do to the status and the content type later. */
export function serializerOf (exchange: Exchange, format: WireFormat | null): Serializer {
  if (isWrittenByApp(exchange)) return value => exchange.reply.serialize(value)
  return routeSerializer(exchange, format) ?? JSON.stringify
}

// As Fastify finds the serializer, but by the media type that will be sent: Fastify does not know yet that it changes.
// Content without a JSON type, as of a download, is reported once a response is JSON (`HYPER017`).
function routeSerializer ({ plan, reply }: Exchange, format: WireFormat | null): Serializer | null {
  const reportMissing = (key: string, mediaType: string) =>
    plan.environment.notices.report('HYPER017', `${plan.place}, response ${key}`, () => [mediaType])
  return schemaSerializer(reply, reply.statusCode, () => sentType(format, reply), reportMissing)
}
