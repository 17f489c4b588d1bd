import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookiesOf, decorated, load, type Neighbour, pluginOf, registering, send } from '../neighbour.ts'

// Plugins that identify callers. The policy of the API reads what they found out.

const SECRET = 'a secret of at least 32 characters, for tests'

const JSON_TYPE = { 'content-type': 'application/json' }

interface WithSession { session: { get (name: string): unknown, set (name: string, value: unknown): void } }

const sessionOf = (request: FastifyRequest) => decorated<WithSession>(request).session

/** A route that stores the role of the caller in the session. */
const declareLogin = (app: FastifyInstance) => app.post('/login', async (request, reply) => {
  sessionOf(request).set('role', (request.body as { role: string }).role)
  return reply.code(204).send()
})

const login = (server: Parameters<typeof send>[0]) =>
  send(server, '/login', { method: 'POST', headers: JSON_TYPE, body: '{"role":"clerk"}' })

/** A session, as all plugins with `request.session` offer it. */
function session (register: (app: FastifyInstance) => unknown): Omit<Neighbour, 'name' | 'shows'> {
  return {
    register,
    routes: declareLogin,
    clerk: {
      isClerk: request => sessionOf(request).get('role') === 'clerk',
      headers: async server => [['Cookie', cookiesOf(await login(server))]]
    },
    works: async (t, server) => {
      const response = await login(server)
      t.equal(response.status, 204)
      t.ok(cookiesOf(response).length > 20)
    }
  }
}

interface WithUser { user?: { role: string } }

interface WithJwt { jwt: { sign (payload: object): string } }

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

const unauthorized = (message: string) => Object.assign(new Error(message), { statusCode: 401 })

const isClerk = (request: FastifyRequest) => decorated<WithUser>(request).user?.role === 'clerk'

async function validate (name: string, password: string, request: FastifyRequest): Promise<void> {
  if (password !== 'right') throw unauthorized('Wrong password')
  decorated<WithUser>(request).user = { role: name }
}

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

// The base64 alphabet has no spaces: these bytes are a key of @fastify/secure-session.
const KEY = Buffer.alloc(32, 'key')

export const callers: readonly Neighbour[] = [
  {
    name: '@fastify/jwt',
    shows: 'a policy reads the verified token',
    register: async app => {
      await app.register(pluginOf('@fastify/jwt'), { secret: SECRET })
      app.addHook('onRequest', async request => {
        if (request.headers.authorization !== undefined) {
          await decorated<{ jwtVerify (): Promise<void> }>(request).jwtVerify()
        }
      })
    },
    clerk: {
      isClerk,
      headers: async ({ app }) => [['Authorization', `Bearer ${decorated<WithJwt>(app).jwt.sign({ role: 'clerk' })}`]]
    },
    works: async (t, server) => {
      const response = await send(server, '/orders/1', { headers: { authorization: 'Bearer wrong' } })
      t.equal(response.status, 401)
    }
  },
  {
    name: '@fastify/basic-auth',
    shows: 'a policy reads the user of the credentials',
    register: async app => {
      await app.register(pluginOf('@fastify/basic-auth'), { validate, authenticate: true })
      app.decorateRequest('user')
      app.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization !== undefined) await basicAuthOf(request.server)(request, reply)
      })
    },
    clerk: { isClerk, headers: async () => [['Authorization', basic('clerk', 'right')]] },
    works: async (t, server) => {
      const response = await send(server, '/orders/1', { headers: { authorization: basic('clerk', 'wrong') } })
      t.same([response.status, response.headers.get('www-authenticate')?.slice(0, 5)], [401, 'Basic'])
    }
  },
  {
    name: '@fastify/bearer-auth',
    shows: 'a hook rejects wrong tokens; a policy reads who had the right one',
    register: async app => {
      app.decorateRequest('user')
      await app.register(pluginOf('@fastify/bearer-auth'), {
        addHook: false,
        keys: [],
        auth: (token: string, request: FastifyRequest) => {
          decorated<WithUser>(request).user = { role: token }
          return token === 'clerk'
        }
      })
      app.addHook('onRequest', (request, reply, done) => {
        if (request.headers.authorization === undefined) return done()
        decorated<{ verifyBearerAuth (request: FastifyRequest, reply: FastifyReply, done: () => void): void }>(app)
          .verifyBearerAuth(request, reply, done)
      })
    },
    clerk: { isClerk, headers: async () => [['Authorization', 'Bearer clerk']] },
    works: async (t, server) => {
      t.equal((await send(server, '/orders/1', { headers: { authorization: 'Bearer guest' } })).status, 401)
    }
  },
  {
    name: '@fastify/auth',
    shows: 'a route allows callers that one of two functions allows',
    register: registering('@fastify/auth'),
    routes: app => {
      const byHeader = (name: string): Check =>
        async request => { if (request.headers[name] !== 'yes') throw unauthorized(name) }
      const auth = decorated<{ auth (checks: Check[]): Check }>(app).auth([byHeader('x-first'), byHeader('x-second')])
      app.get('/either', { preHandler: auth }, async () => ({ allowed: true }))
    },
    works: async (t, server) => {
      t.equal((await send(server, '/either')).status, 401)
      t.same(await (await send(server, '/either', { headers: { 'x-second': 'yes' } })).json(), { allowed: true })
    },
    note: 'Its functions check one route. A [policy](authorization.md) checks the route and hides the links to it.'
  },
  {
    name: '@fastify/cookie',
    shows: 'a policy reads a signed cookie',
    register: registering('@fastify/cookie', { secret: SECRET }),
    routes: app => app.get(
      '/cookie',
      (_request, reply) => decorated<WithSetCookie>(reply).setCookie('role', 'clerk', { signed: true }).code(204).send()
    ),
    clerk: {
      isClerk: request => {
        const { cookies, unsignCookie } = decorated<{
          cookies: { role?: string }
          unsignCookie (value: string): { valid: boolean, value: string | null }
        }>(request)
        return cookies.role !== undefined && unsignCookie(cookies.role).value === 'clerk'
      },
      headers: async server => [['Cookie', cookiesOf(await send(server, '/cookie'))]]
    },
    works: async (t, server) => {
      t.match(cookiesOf(await send(server, '/cookie')), /^role=clerk\..+/)
    }
  },
  {
    name: '@fastify/session',
    shows: 'a policy reads the session',
    ...session(async app => {
      await app.register(pluginOf('@fastify/cookie'))
      await app.register(pluginOf('@fastify/session'), {
        secret: SECRET, cookie: { secure: false }, saveUninitialized: false
      })
    })
  },
  {
    name: '@fastify/secure-session',
    shows: 'a policy reads the session',
    ...session(registering('@fastify/secure-session', { key: KEY }))
  },
  {
    name: '@fastify/passport',
    shows: 'a policy reads the user of a strategy',
    register: async app => {
      const { Authenticator } = load('@fastify/passport') as { Authenticator: new () => Passport }
      const { Strategy } =
        load('passport-http-bearer') as { Strategy: new (verify: (token: string, done: Done) => void) => unknown }
      const passport = new Authenticator()
      await app.register(pluginOf('@fastify/secure-session'), { key: KEY })
      await app.register(passport.initialize() as never)
      await app.register(passport.secureSession() as never)
      passport.use(
        'bearer', new Strategy((token, done) => { done(null, token === 'right' ? { role: 'clerk' } : false) })
      )
      const authenticate = passport.authenticate('bearer', { session: false })
      app.addHook('preValidation', async (request, reply) => {
        if (request.headers.authorization !== undefined) return await authenticate.call(app, request, reply)
      })
    },
    clerk: { isClerk, headers: async () => [['Authorization', 'Bearer right']] },
    works: async (t, server) => {
      t.equal((await send(server, '/orders/1', { headers: { authorization: 'Bearer wrong' } })).status, 401)
    }
  },
  {
    name: '@fastify/csrf-protection',
    shows: 'a request without a token is rejected',
    register: async app => {
      await app.register(pluginOf('@fastify/cookie'))
      await app.register(pluginOf('@fastify/csrf-protection'))
    },
    routes: app => {
      app.get('/token', (_request, reply) =>
        reply.send({ token: decorated<{ generateCsrf (): string }>(reply).generateCsrf() }))
      app.post(
        '/protected', { onRequest: decorated<{ csrfProtection: never }>(app).csrfProtection },
        async () => ({ done: true })
      )
    },
    works: async (t, server) => {
      t.equal((await send(server, '/protected', { method: 'POST' })).status, 403)
      const response = await send(server, '/token')
      const { token } = await response.json() as { token: string }
      t.same(
        await (await send(server, '/protected', {
          method: 'POST', headers: { 'csrf-token': token, cookie: cookiesOf(response) }
        })).json(),
        { done: true }
      )
    },
    note: '[Pages](html.md) reject forms of other sites themselves.'
  },
  {
    name: '@fastify/flash',
    shows: 'a message is kept for the next request',
    register: async app => {
      await app.register(pluginOf('@fastify/secure-session'), { key: KEY })
      await app.register(pluginOf('@fastify/flash'))
    },
    routes: app => {
      app.post('/flash', (request, reply) => {
        decorated<{ flash (type: string, message: string): void }>(request).flash('info', 'saved')
        return reply.code(204).send()
      })
      app.get('/flash', (_request, reply) => reply.send(decorated<{ flash (): object }>(reply).flash()))
    },
    works: async (t, server) => {
      const cookie = cookiesOf(await send(server, '/flash', { method: 'POST' }))
      t.same(await (await send(server, '/flash', { headers: { cookie } })).json(), { info: ['saved'] })
    }
  },
  {
    name: '@fastify/oauth2',
    shows: 'a code of an authorization server becomes a token',
    register: async app => {
      const { OAuth2Server } = load('oauth2-mock-server') as { OAuth2Server: new () => AuthorizationServer }
      const server = new OAuth2Server()
      await server.issuer.keys.generate('RS256')
      await server.start(0, '127.0.0.1')
      app.addHook('onClose', () => server.stop())
      const { port } = server.address()
      await app.register(pluginOf('@fastify/oauth2'), {
        name: 'login',
        scope: ['openid'],
        credentials: {
          client: { id: 'app', secret: SECRET },
          auth: {
            authorizeHost: `http://127.0.0.1:${port}`,
            authorizePath: '/authorize',
            tokenHost: `http://127.0.0.1:${port}`,
            tokenPath: '/token'
          }
        },
        startRedirectPath: '/oauth',
        callbackUri: (request: FastifyRequest) => `http://${request.host}/oauth/callback`
      })
    },
    routes: app => app.get('/oauth/callback', async request => {
      const { token } = await decorated<WithOAuth2>(app).login.getAccessTokenFromAuthorizationCodeFlow(request)
      return { type: token.token_type, parts: token.access_token.split('.').length }
    }),
    works: async (t, server) => {
      const start = await send(server, '/oauth')
      const consent = await fetch(start.headers.get('location')!, { redirect: 'manual' })
      const callback = await fetch(consent.headers.get('location')!, { headers: { cookie: cookiesOf(start) } })
      t.same(await callback.json(), { type: 'Bearer', parts: 3 })
    }
  }
]

interface WithSetCookie { setCookie (name: string, value: string, options: object): FastifyReply }

interface WithOAuth2 {
  login: {
    getAccessTokenFromAuthorizationCodeFlow (request: FastifyRequest): Promise<{
      token: { token_type: string, access_token: string }
    }>
  }
}

interface AuthorizationServer {
  issuer: { keys: { generate (algorithm: string): Promise<unknown> } }
  start (port: number, host: string): Promise<void>
  stop (): Promise<void>
  address (): { port: number }
}

type Done = (error: null, user: object | false) => void

interface Passport {
  initialize (): unknown
  secureSession (): unknown
  use (name: string, strategy: unknown): void
  authenticate (name: string, options: object): Check
}

const basicAuthOf = (app: FastifyInstance): Check => {
  const { basicAuth } =
    decorated<{ basicAuth (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void }>(app)
  return (request, reply) =>
    new Promise((resolve, reject) => {
      basicAuth.call(app, request, reply, error => { error === undefined ? resolve() : reject(error) })
    })
}
