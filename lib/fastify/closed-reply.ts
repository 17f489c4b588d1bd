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

/**
 * Completes a response after a promise. Until then an async handler that has sent it may return nothing: Fastify would
 * send an empty response in its place.
 */
export function completeLater<T> (
  reply: FastifyReply, pending: Promise<T>, complete: (value: T) => void, failed: (error: Error) => void
): void {
  const { send } = reply
  let isPending = true
  reply.send = payload => payload === undefined && isPending ? reply : send.call(reply, payload) as typeof reply
  // In the same turn as what follows: an error handler may send nothing.
  const ending = <V>(next: (value: V) => void) => (value: V) => {
    isPending = false
    next(value)
  }
  pending.then(ending(complete), ending(failed))
}

/** Calls `done` after the work of a hook, which may return a promise, or `failed` with what it throws. */
export function completeHook (
  reply: FastifyReply, work: () => void | Promise<void>, done: () => void, failed: (error: unknown) => void
): void {
  let pending: void | Promise<void>
  try {
    pending = work()
  } catch (error) {
    failed(error)
    return
  }
  if (pending instanceof Promise) completeLater(reply, pending, () => done(), failed)
  else done()
}
