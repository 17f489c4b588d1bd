import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module '@fastify/jwt' {
  interface FastifyJWT {
    user: { sub: string, roles: readonly string[] }
  }
}

/** A request without a valid token is sent 401 before any guard runs. */
export async function authenticate (
  app: FastifyInstance, secret: string
): Promise<void> {
  await app.register(jwt, { secret })
  app.addHook('onRequest', async request => { await request.jwtVerify() })
}

/** A policy of the caller: 403. */
export const staff = ({ user }: FastifyRequest): boolean =>
  user.roles.includes('staff')
