// Serializes values as Fastify would without us: by the handler's serializer, setReplySerializer, the response schema or JSON.stringify.
import { contentKey, responseKey } from '../fastify/response-content.ts'
import type { Serializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { reportNoSchema } from './content-schemas.ts'
import { sentType } from './content-type.ts'
import type { Exchange } from './plan.ts'

/**
 * Serializes a value.
 * @param format the format that changes the content type; null if it stays
 * @throws what the serializer throws, marked as Fastify marks it
 */
export function serialize (exchange: Exchange, value: unknown, format: WireFormat | null): unknown {
  const { plan, reply } = exchange
  if (plan.schemas.byMediaType) return serializerOf(exchange, format)(value)
  return marked(exchange, value => reply.serialize(value), value)
}

/** Whether a serialized list certainly has all its elements, in order: no code of the app serializes it. */
export function keepsOrder (exchange: Exchange, list: readonly unknown[], format: WireFormat | null): boolean {
  const { plan, reply } = exchange
  if (plan.ownSerializer || plan.replies.has(reply) || 'toJSON' in list) return false
  return plan.keepsOrder || schemaSerializer(exchange, format) === null
}

/** The serializer of a response, whatever callbacks do to the status and the content type later. */
export function serializerOf (exchange: Exchange, format: WireFormat | null): Serializer {
  const { plan, reply } = exchange
  const isOwn = plan.ownSerializer || plan.replies.has(reply)
  const write: Serializer = isOwn ? value => reply.serialize(value) : schemaSerializer(exchange, format) ?? JSON.stringify
  return value => marked(exchange, write, value)
}

/** Serializes, and marks errors as Fastify does. */
export function marked<V, R> ({ request }: Exchange, write: (value: V) => R, value: V): R {
  try {
    return write(value)
  } catch (error) {
    if (typeof error === 'object' && error !== null) (error as { serialization?: unknown }).serialization = request.routeOptions.config
    throw error
  }
}

// As Fastify finds the serializer, but by the media type that will be sent: Fastify does not know yet that it changes.
function schemaSerializer ({ plan, reply }: Exchange, format: WireFormat | null): Serializer | null {
  const key = responseKey(key => reply.getSerializationFunction(key) !== undefined, reply.statusCode)
  if (key === null) return null
  const found: unknown = reply.getSerializationFunction(key)
  if (typeof found === 'function') return found as Serializer
  const mediaType = sentType(format, reply)
  const type = contentKey(Object.keys(found as object), mediaType)
  if (type !== null) return reply.getSerializationFunction(key, type) as Serializer
  reportNoSchema(plan, key, [mediaType])
  return null
}
