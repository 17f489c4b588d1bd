import type { FastifyReply, onSendHookHandler } from 'fastify'
import type { Environment } from '../targets/environment.ts'
import { gatedCacheControl } from '../policies/cache-control.ts'
import { Decisions } from '../policies/decisions.ts'

/** Marks a response that depends on its caller as private, unless the app set `Cache-Control`. */
export function markPrivate (environment: Environment, reply: FastifyReply): void {
  const field = gatedCacheControl(environment, reply)
  if (field !== null) reply.header('cache-control', field)
}

/**
 * Returns the hook that marks every response to a request for which `app.hyper.allowed` or a guard evaluated a policy.
 */
export function privateHook (environment: Environment): onSendHookHandler {
  return (request, reply, _payload, done) => {
    if (Decisions.anyShared(request)) markPrivate(environment, reply)
    done()
  }
}
