import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'
import { abortError, isClosed, type RawReply } from '../fastify/closed-reply.ts'

/** What callbacks get beside the resource. */
export class CallbackContext implements LinkContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly server: FastifyInstance
  #signal: AbortSignal | undefined

  constructor (request: FastifyRequest, reply: FastifyReply, server: FastifyInstance) {
    this.request = request
    this.reply = reply
    this.server = server
  }

  // Most callbacks do not read it.
  get signal (): AbortSignal {
    return (this.#signal ??= signalOf(this.reply.raw))
  }
}

function signalOf (raw: RawReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(abortError())
  if (isClosed(raw)) abort()
  // Not `close` of the request, which Node emits while the response is still being made.
  else raw.once('close', abort).once('finish', abort)
  return controller.signal
}
