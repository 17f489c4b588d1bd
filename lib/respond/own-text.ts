import type { FastifyReply } from 'fastify'
import { responseKey } from '../compile/response-schema.ts'
import { essence } from '../http/media-type.ts'
import { answerWith, hasSerializer, type Serializer } from '../reply-serializer.ts'
import type { Exchange } from './service.ts'

/**
 * Makes a finished text the answer for a value.
 * @param label gives the answer its media type, at the last moment
 */
export function arm (exchange: Exchange, value: unknown, text: unknown, label?: () => void): void {
  answerWith(exchange.reply, value, () => {
    label?.()
    return text
  }, payload => ownText(exchange, payload))
}

/**
 * What Fastify would write for a value: by the handler's serializer, setReplySerializer, the response schema or JSON.stringify.
 * @throws what they throw, marked as Fastify marks it
 */
export function ownText (exchange: Exchange, value: unknown): unknown {
  const { plan, reply } = exchange
  if (!plan.schemas.byMediaType || plan.ownSerializer || hasSerializer(reply)) return marked(exchange, value => reply.serialize(value), value)
  return marked(exchange, schemaSerializer(reply) ?? JSON.stringify, value)
}

/** Writes parts of a list as `ownText` writes the list; whatever callbacks do to the reply in between. */
export function ownPartWriter (exchange: Exchange): Serializer {
  const write = schemaSerializer(exchange.reply) ?? JSON.stringify
  return part => marked(exchange, write, part)
}

function marked ({ request }: Exchange, write: Serializer, value: unknown): unknown {
  try {
    return write(value)
  } catch (error) {
    if (typeof error === 'object' && error !== null) (error as { serialization?: unknown }).serialization = request.routeOptions.config
    throw error
  }
}

// reply.serialize() knows no media types, so schemas keyed by `content` are looked up as Fastify does before it writes.
function schemaSerializer (reply: FastifyReply): Serializer | null {
  const key = responseKey(key => reply.getSerializationFunction(key) !== undefined, reply.statusCode)
  if (key === null) return null
  const whole: unknown = reply.getSerializationFunction(key)
  if (typeof whole === 'function') return whole as Serializer
  const mediaType = essence(String(reply.getHeader('content-type')))
  return (reply.getSerializationFunction(key, mediaType) ?? reply.getSerializationFunction(key, '*/*') ?? null) as Serializer | null
}
