import { contentKey, responseKey } from '../links/response-schemas.ts'
import type { WireFormat } from '../formats/format.ts'
import type { Serializer } from '../fastify/reply-serializer.ts'
import { reportNoSchema } from './content-schemas.ts'
import { sentType } from './headers.ts'
import type { Exchange } from './service.ts'

/**
 * Makes a finished text the answer for a value.
 * @param label gives the answer its media type, at the last moment
 */
export function arm (exchange: Exchange, value: unknown, text: unknown, label?: () => void): void {
  exchange.plan.replies.answerWith(exchange.reply, value, () => {
    label?.()
    return text
  }, payload => ownText(exchange, payload, null))
}

/**
 * What Fastify would write for a value: by the handler's serializer, setReplySerializer, the response schema or JSON.stringify.
 * @param format what relabels the response; null where it keeps its content type
 * @throws what they throw, marked as Fastify marks it
 */
export function ownText (exchange: Exchange, value: unknown, format: WireFormat | null): unknown {
  const { plan, reply } = exchange
  if (plan.schemas.byMediaType) return ownWriter(exchange, format)(value)
  return marked(exchange, value => reply.serialize(value), value)
}

/** Writes values as `ownText`; whatever callbacks do to the status and the content type in between. */
export function ownWriter (exchange: Exchange, format: WireFormat | null): Serializer {
  const { plan, reply } = exchange
  if (plan.ownSerializer || plan.replies.has(reply)) return value => marked(exchange, value => reply.serialize(value), value)
  const write = schemaSerializer(exchange, format) ?? JSON.stringify
  return value => marked(exchange, write, value)
}

/** Whether the text of a list holds its elements in their order: no code of the app serializes it. */
export function keepsOrder (exchange: Exchange, values: readonly unknown[], format: WireFormat | null): boolean {
  const { plan, reply } = exchange
  if (plan.ownSerializer || plan.replies.has(reply) || 'toJSON' in values) return false
  return plan.keepsOrder || schemaSerializer(exchange, format) === null
}

function marked ({ request }: Exchange, write: Serializer, value: unknown): unknown {
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
  const whole: unknown = reply.getSerializationFunction(key)
  if (typeof whole === 'function') return whole as Serializer
  const mediaType = sentType(format, reply)
  const type = contentKey(Object.keys(whole as object), mediaType)
  if (type !== null) return reply.getSerializationFunction(key, type) as Serializer
  reportNoSchema(plan, key, [mediaType])
  return null
}
