import auth from '@fastify/auth'
import basicAuth from '@fastify/basic-auth'
import bearerAuth from '@fastify/bearer-auth'
import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import { Authenticator, Strategy } from '@fastify/passport'
import sensible from '@fastify/sensible'
import session from '@fastify/session'
import type { FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { serve } from '../../support/servers.ts'
import { SECRET } from './setup.ts'

// The hooks of plugins that authenticate, as their documentation has them, stop a request with the plugins of this
// package as without them, whatever format the client accepts.

/** Has an app reject callers without credentials. */
type Protect = (app: FastifyInstance) => Promise<unknown>

class Rejecting extends Strategy {
  override authenticate (): void { this.fail('Sign in.', 401) }
}

async function withSession (app: FastifyInstance): Promise<void> {
  await app.register(cookie)
  await app.register(session, { secret: SECRET.padEnd(32, '.'), cookie: { secure: false } })
}

async function withPassport (app: FastifyInstance): Promise<InstanceType<typeof Authenticator>> {
  await withSession(app)
  const passport = new Authenticator()
  await app.register(passport.initialize())
  await app.register(passport.secureSession())
  return passport.use('rejecting', new Rejecting('rejecting'))
}

const PROTECTIONS: Readonly<Record<string, Protect>> = {
  '@fastify/jwt, whose error is sent': async app => {
    await app.register(jwt, { secret: SECRET })
    app.addHook('onRequest', async (request, reply) => {
      try {
        await request.jwtVerify()
      } catch (error) {
        reply.send(error)
      }
    })
  },
  '@fastify/jwt, whose error is thrown': async app => {
    await app.register(jwt, { secret: SECRET })
    app.addHook('onRequest', request => request.jwtVerify())
  },
  '@fastify/auth': async app => {
    await app.register(auth)
    app.addHook('preHandler', app.auth([(_request, _reply, done) => { done(new Error('Sign in.')) }]))
  },
  '@fastify/basic-auth': async app => {
    await app.register(basicAuth, { validate: async () => new Error('Sign in.'), authenticate: { realm: 'orders' } })
    app.addHook('onRequest', app.basicAuth)
  },
  '@fastify/bearer-auth': async app => { await app.register(bearerAuth, { keys: new Set(['a-key']), addHook: true }) },
  '@fastify/session': async app => {
    await withSession(app)
    app.addHook('preHandler', async (request, reply) => {
      if (request.session.get('user' as never) === undefined) reply.code(401).send({ message: 'Sign in.' })
    })
  },
  '@fastify/session, with a redirect': async app => {
    await withSession(app)
    app.addHook('preHandler', async (request, reply) => {
      if (request.session.get('user' as never) === undefined) reply.redirect('/login')
    })
  },
  '@fastify/passport, a strategy': async app => {
    const passport = await withPassport(app)
    app.addHook('preValidation', passport.authenticate('rejecting', { session: false, authInfo: false }))
  },
  '@fastify/passport, a session': async app => {
    await withPassport(app)
    app.addHook('preValidation', async (request, reply) => {
      if (!request.isAuthenticated()) return reply.redirect('/login')
    })
  },
  '@fastify/sensible': async app => {
    await app.register(sensible)
    app.addHook('onRequest', async (_request, reply) => { reply.unauthorized('Sign in.') })
  },
  '@fastify/sensible, by a callback': async app => {
    await app.register(sensible)
    app.addHook('onRequest', (_request, reply) => { reply.unauthorized('Sign in.') })
  }
}

const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/orders/7')) })

async function start (t: Test, protect: Protect, hasPlugins: boolean) {
  const ran: string[] = []
  const { origin } = await serve(t, async app => {
    if (hasPlugins) {
      await app.register(hyper)
      await app.register(html)
    }
    await app.register(async api => {
      await protect(api)
      api.get('/orders/:id', { config: { hyper: { links } } }, ({ method }) => {
        ran.push(method)
        return { id: 7 }
      })
      api.delete('/orders/:id', ({ method }) => {
        ran.push(method)
        return {}
      })
    })
  })
  return { ran, origin }
}

const REQUESTS = ['GET', 'DELETE'].flatMap(method =>
  ['*/*', 'application/json', 'application/hal+json', 'text/html'].map(accept => ({ method, accept })))

async function statuses (origin: string): Promise<number[]> {
  const found: number[] = []
  for (const { method, accept } of REQUESTS) {
    const response = await fetch(`${origin}/orders/7`, { method, headers: { accept }, redirect: 'manual' })
    found.push(response.status)
  }
  return found
}

for (const [name, protect] of Object.entries(PROTECTIONS)) {
  t.test(`${name}: no handler runs, and clients get the same status`, async t => {
    const [alone, beside] = [await start(t, protect, false), await start(t, protect, true)]
    t.strictSame(await statuses(beside.origin), await statuses(alone.origin))
    t.strictSame([alone.ran, beside.ran], [[], []])
  })
}
