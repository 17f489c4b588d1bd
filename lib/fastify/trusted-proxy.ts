import type { FastifyRequest } from 'fastify'

const FORWARDED = 'trusted.invalid'

/**
 * Whether Fastify's option `trustProxy` trusts the peer that sent a request.
 *
 * NOTE: Fastify has no getter for that. `request.host` is X-Forwarded-Host if the peer is trusted, so it is read with such a header.
 * test/resolution/prefix-header.test.ts pins this.
 */
export function isFromTrustedProxy (request: FastifyRequest): boolean {
  const probe = Object.create(request, { headers: { value: { 'x-forwarded-host': FORWARDED } } }) as FastifyRequest
  return probe.host === FORWARDED
}
