import { serialize } from './serialize.ts'
import { rollBackReplaced } from './value-headers.ts'
import type { Exchange } from './plan.ts'

/**
 * Sends a string in place of a value. If a later hook replaces the value, that is serialized as if the plugin were not there.
 * @param onSerialize runs right before, when no hook can replace the value any more
 */
export function send (exchange: Exchange, value: unknown, body: unknown, onSerialize?: () => void): void {
  exchange.plan.replySerializers.replaceSerializer(exchange.reply, value, () => {
    onSerialize?.()
    return body
  }, payload => {
    rollBackReplaced(exchange.reply)
    return serialize(exchange, payload, null)
  })
}
