import type { FastifyReply } from 'fastify'
import { chain, isPromise } from '../../async/promises.ts'
import { isSerializerReplacedFor, replaceSerializer } from '../../fastify/reply-serializer.ts'

/** A payload with a serializer, a status and headers of its own. */
export interface ReplyContent {
  /** Returns the body, or a promise of it. */
  serialize (reply: FastifyReply): unknown
  /** Sets the status and the headers, once the body is known. */
  setHeaders (reply: FastifyReply): void
}

/** Sets the status, the headers and the serializer of a reply for a payload, once for each response. */
export function prepareReply (reply: FastifyReply, content: ReplyContent): void | Promise<void> {
  if (isSerializerReplacedFor(reply, content)) return
  return chain(serializeContent(content, reply), body => {
    content.setHeaders(reply)
    replaceSerializer(reply, content, () => body, payload => serializeOther(payload, reply))
  })
}

function serializeContent (content: ReplyContent, reply: FastifyReply): unknown {
  const failed = (error: unknown): never => {
    // Fastify keeps an error status that is set, and this is no error of the client.
    reply.code(500)
    throw error
  }
  try {
    const body = content.serialize(reply)
    return isPromise(body) ? body.catch(failed) : body
  } catch (error) {
    return failed(error)
  }
}

// Serializes what a later hook or an error handler sends in place of the payload: Fastify sets no media type for a reply with a serializer.
function serializeOther (payload: unknown, reply: FastifyReply): unknown {
  const isString = typeof payload === 'string'
  const type = isString ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return isString ? payload : reply.serialize(payload)
}
