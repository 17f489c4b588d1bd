import type { FastifyReply } from 'fastify'
import { run, type Steps } from '../../async/steps.ts'
import { isSerializerReplacedFor, replaceSerializer } from '../../fastify/reply-serializer.ts'

/** A payload with a serializer, a status and headers of its own. */
export interface ReplyContent {
  /** Makes the body, and sets the status and the headers, once the body is known. */
  serialize (reply: FastifyReply): Steps<unknown>
}

/** Sets the status, the headers and the serializer of a reply for a payload, once for each response. */
export function prepareReply (reply: FastifyReply, content: ReplyContent): void | Promise<void> {
  if (!isSerializerReplacedFor(reply, content)) return run(prepare(reply, content))
}

function * prepare (reply: FastifyReply, content: ReplyContent): Steps<void> {
  let body: unknown
  try {
    body = yield * content.serialize(reply)
  } catch (error) {
    // Fastify keeps an error status that is set, and this is no error of the client.
    reply.code(500)
    throw error
  }
  replaceSerializer(reply, content, () => body, payload => serializeOther(payload, reply))
}

// Serializes what a later hook or an error handler sends in place of the payload: Fastify sets no media type for a
// reply with a serializer.
function serializeOther (payload: unknown, reply: FastifyReply): unknown {
  const isString = typeof payload === 'string'
  const type = isString ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return isString ? payload : reply.serialize(payload)
}
