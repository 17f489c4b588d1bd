import type { FastifyReply, onSendHookHandler } from 'fastify'
import { proceed } from '../fastify/pending-reply.ts'
import { Decisions } from './decisions.ts'
import type { PolicyEnvironment } from './policies.ts'

/**
 * Returns the `Cache-Control` that a response gets because it depends on its caller; null if the app set one,
 * or turned this off.
 */
export function gatedCacheControl (
  { settings: { gatedCacheControl } }: PolicyEnvironment, reply: FastifyReply
): string | null {
  if (gatedCacheControl === false || reply.hasHeader('cache-control')) return null
  return gatedCacheControl
}

/** Marks a response that depends on its caller as private, unless the app set `Cache-Control`. */
export function markPrivate (environment: PolicyEnvironment, reply: FastifyReply): void {
  const field = gatedCacheControl(environment, reply)
  if (field !== null) reply.header('cache-control', field)
}

/**
 * Returns the hook that marks every response to a request for which `app.hyper.allowed` or a guard evaluated a policy.
 */
export function privateHook (environment: PolicyEnvironment): onSendHookHandler {
  return (request, reply, _payload, done) => {
    if (Decisions.anyShared(request)) markPrivate(environment, reply)
    proceed(reply, done)
  }
}
