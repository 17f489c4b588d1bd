import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from 'fastify-hyper'

export const ROLES = ['clerk', 'admin'] as const

/** The content of a token. */
export interface Caller {
  readonly sub: string
  readonly role: typeof ROLES[number]
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Caller
    /** Null without a token. */
    user: Caller | null
  }
}

/**
 * Who may do what. A route names its policy; links and actions to it are hidden from callers whom the
 * policy does not allow.
 */
export const policies = {
  clerk: ({ user }: FastifyRequest): boolean => user?.role === 'clerk' || user?.role === 'admin'
}

/** Reads the bearer token of each request. Routes with a policy require one. */
export async function authenticate (app: FastifyInstance, secret: string): Promise<void> {
  await app.register(jwt, { secret, verify: { algorithms: ['HS256'] } })
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === undefined && !needsToken(request)) return
    try {
      await request.jwtVerify()
    } catch (error) {
      reply.header('www-authenticate', 'Bearer')
      throw problem({ status: 401, detail: (error as Error).message })
    }
  })
}

function needsToken ({ routeOptions: { config } }: FastifyRequest): boolean {
  const policy = config.hyper?.policy
  return policy !== undefined && policy !== false
}
