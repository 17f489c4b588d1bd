import type { FastifyReply } from 'fastify'

/** What Node sends a response with. */
export type RawReply = FastifyReply['raw']

/** Whether nothing can be sent any more: the client closed the connection, or a response was sent. */
export function isClosed (raw: RawReply): boolean {
  // HTTP/2 responses have no `destroyed` of their own.
  return raw.destroyed || raw.writableEnded || (raw as { stream?: { destroyed?: boolean } }).stream?.destroyed === true
}

/** Why work for a response stops: nobody can get it. Status 499 has Fastify log it as a fault of the client. */
export function abortError (): Error {
  const error = new Error('The response was closed before it was complete.')
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR', statusCode: 499 })
}
