import { replaceSerializer } from '../fastify/reply-serializer.ts'
import { setContentType } from './content-type.ts'
import type { LinkedResponse } from './response.ts'
import { serializeValue } from './serializers.ts'
import { rollBackReplaced } from './value-headers.ts'

/** Sends no body: an empty string would get a content length. */
export function sendNothing (response: LinkedResponse): void {
  response.body = undefined
  response.isLabelled = false
  send(response)
}

/**
 * Sends what was written, in its format. If a later hook replaces the value, that is serialized as if the plugin were
 * not there.
 */
export function send (response: LinkedResponse): void {
  const { reply, value, body, format, isLabelled } = response
  const isOther = isLabelled && format.mediaType !== 'application/json'
  replaceSerializer(reply, {
    value,
    body,
    label: isOther ? () => setContentType(format, reply) : undefined,
    otherwise: payload => {
      rollBackReplaced(reply)
      return serializeValue(response, payload, null)
    }
  })
}
