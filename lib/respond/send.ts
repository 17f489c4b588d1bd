import { replaceSerializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { setContentType } from './content-type.ts'
import type { LinkedResponse } from './response.ts'
import { serializeValue } from './serializers.ts'
import { rollBackReplaced } from './value-headers.ts'

/** Sends what was written, in its format. */
export function send (response: LinkedResponse): void {
  replace(response, response.body, response.isLabelled ? response.format : null)
}

/** Sends no body. */
export function sendNothing (response: LinkedResponse): void {
  replace(response, undefined, null)
}

// If a later hook replaces the value, that is serialized as if the plugin were not there.
// `body`: undefined sends none, because an empty string would get a content length.
// `format`: whose media type the response gets; null if its own stays.
function replace (response: LinkedResponse, body: unknown, format: WireFormat | null): void {
  const { reply, value } = response
  replaceSerializer(reply, {
    value,
    body: () => {
      // No hook can replace the value any more.
      if (format !== null) setContentType(format, reply)
      return body
    },
    otherwise: payload => {
      rollBackReplaced(reply)
      return serializeValue(response, payload, null)
    }
  })
}
