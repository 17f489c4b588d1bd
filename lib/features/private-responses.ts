import type { FastifyReply } from 'fastify'
import type { Environment } from '../resolution/environment.ts'

/** Marks a response that depends on its caller as private, unless the app set `Cache-Control`. */
export function markPrivate ({ settings: { gatedCacheControl } }: Environment, reply: FastifyReply): void {
  if (gatedCacheControl !== false && !reply.hasHeader('cache-control')) reply.header('cache-control', gatedCacheControl)
}
