import { replaceSerializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { setContentType } from './content-type.ts'
import type { Exchange } from './plan.ts'
import { serializeValue } from './serializers.ts'
import { rollBackReplaced } from './value-headers.ts'

/** Sends no body. */
export function sendNothing (exchange: Exchange, value: unknown): void {
  send(exchange, value, undefined, null)
}

/**
 * Sends a string in place of a value. If a later hook replaces the value,
 * that is serialized as if the plugin were not there.
 * @param body undefined sends none: an empty string would get a content length
 * @param format the format whose media type the response gets; null if its own stays
 */
export function send (exchange: Exchange, value: unknown, body: unknown, format: WireFormat | null): void {
  const { reply } = exchange
  replaceSerializer(reply, value, () => {
    // No hook can replace the value any more.
    if (format !== null) setContentType(format, reply)
    return body
  }, payload => {
    rollBackReplaced(reply)
    return serializeValue(exchange, payload, null)
  })
}
