import auth from '@fastify/auth'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type User = FastifyRequest['user']

/**
 * A request needs a token or a key. The guard is the last preHandler hook, so
 * hooks of @fastify/auth run before it.
 */
export async function authenticateByTokenOrKey (
  app: FastifyInstance, secret: string, keys: ReadonlyMap<unknown, User>
): Promise<void> {
  await app.register(jwt, { secret })
  await app.register(auth)
  const byToken = async (request: FastifyRequest) => {
    await request.jwtVerify()
  }
  const byKey = async (request: FastifyRequest) => {
    const user = keys.get(request.headers['x-api-key'])
    if (user === undefined) throw new Error('Send a token or a key.')
    request.user = user
  }
  app.addHook('preHandler', app.auth([byToken, byKey]))
}
