import cookie from '@fastify/cookie'
import session, { type FastifySessionOptions } from '@fastify/session'
import fp from 'fastify-plugin'
import type { User } from '../database/tables.ts'

declare module 'fastify' {
  interface Session { user?: Omit<User, 'password'> }
}

/** Logged-in users have a cookie. */
export default fp<{ session: FastifySessionOptions }>(async (app, options) => {
  await app.register(cookie)
  await app.register(session, {
    cookieName: 'session', cookie: { secure: 'auto' }, saveUninitialized: false, ...options.session
  })
}, { name: 'session' })
