import { createHmac } from 'node:crypto' // --html
import cookie from '@fastify/cookie' // --html
import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import { problem } from 'fastify-hyper'
import fp from 'fastify-plugin'

export const ROLES = ['clerk', 'admin'] as const

/** The content of a token. */
export interface Caller { readonly sub: string, readonly role: typeof ROLES[number] }

declare module '@fastify/jwt' {
  // The user is null without a token.
  interface FastifyJWT { payload: Caller, user: Caller | null }
}

/** Who may do what. A route names its policy; links and actions to it are hidden from other callers. */
export const policies = {
  clerk: ({ user }: FastifyRequest): boolean => user?.role === 'clerk' || user?.role === 'admin'
}

/** Reads the bearer token of each request. Routes with a policy require one. */
export default fp(async app => {
  const secret = app.config.JWT_SECRET
  await app.register(jwt, { secret, verify: { algorithms: ['HS256'] } })
  const key = createHmac('sha256', secret).update('cookies').digest('hex') // --html
  await app.register(cookie, { secret: key }) // --html
  app.addHook('onRequest', async (request, reply) => {
    const { policy = false } = request.routeOptions.config.hyper ?? {}
    if (request.headers.authorization === undefined && policy === false) return
    try {
      await request.jwtVerify()
    } catch (error) {
      reply.header('www-authenticate', 'Bearer')
      throw problem({ status: 401, detail: (error as Error).message })
    }
  })
}, { name: 'auth', dependencies: ['errors', 'hyper'] })
