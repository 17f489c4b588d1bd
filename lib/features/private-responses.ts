import type { FastifyReply, onSendHookHandler } from 'fastify'
import type { Environment } from '../resolution/environment.ts'
import { Judgements } from '../resolution/judgements.ts'

/** Marks a response that depends on its caller as private, unless the app set `Cache-Control`. */
export function markPrivate ({ settings: { gatedCacheControl } }: Environment, reply: FastifyReply): void {
  if (gatedCacheControl !== false && !reply.hasHeader('cache-control')) reply.header('cache-control', gatedCacheControl)
}

/** Returns the hook that marks every response to a request for which `app.hyper.allowed` or a guard evaluated a policy. */
export function privateHook (environment: Environment): onSendHookHandler {
  return (request, reply, _payload, done) => {
    if (Judgements.anyShared(request)) markPrivate(environment, reply)
    done()
  }
}
