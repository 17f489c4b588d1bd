import type { FastifyReply } from 'fastify'
import type { Environment } from '../targets/environment.ts'

/**
 * Returns the `Cache-Control` that a response gets because it depends on its caller; null if the app set one,
 * or turned this off.
 */
export function gatedCacheControl (
  { settings: { gatedCacheControl } }: Environment, reply: FastifyReply
): string | null {
  return gatedCacheControl === false || reply.hasHeader('cache-control') ? null : gatedCacheControl
}
