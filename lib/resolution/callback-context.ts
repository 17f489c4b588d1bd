import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'

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

type RawReply = FastifyReply['raw']

function signalOf (raw: RawReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(abortError())
  if (isClosed(raw)) abort()
  // Not `close` of the request, which Node emits while the response is still being made.
  else raw.once('close', abort).once('finish', abort)
  return controller.signal
}

/** Whether nothing can be sent any more: the client closed the connection, or a response was sent. */
export function isClosed (raw: RawReply): boolean {
  // HTTP/2 responses have no `destroyed` of their own.
  return raw.destroyed || raw.writableEnded || (raw as { stream?: { destroyed?: boolean } }).stream?.destroyed === true
}

/** Why work for a response stops. Status 499 has Fastify log it as a fault of the client. */
export function abortError (): Error {
  const error = new Error('The response was closed before its links were complete.')
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR', statusCode: 499 })
}
