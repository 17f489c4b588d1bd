import fastifyCookie from '@fastify/cookie'
import fastifyJwt from '@fastify/jwt'
import Fastify, {
  type FastifyInstance, type FastifyRequest, type InjectOptions, type LightMyRequestResponse
} from 'fastify'
import hyper, { defineLinks, defineRoutes, problem } from 'fastify-hyper'
import { html, type HtmlLogin, type HtmlOptions } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { type LogLine, logTo, newApp } from '../../support/servers.ts'
import { actionOf, type Headers, pageAt, pagesApp, read, submit } from './pages.ts'

// People sign in on the pages of an API with bearer tokens: @fastify/jwt.

const SECRET = 'a secret of the tests with more than 32 characters'

class Root { readonly name = 'Shop' }
class Order { readonly id = 1; readonly status = 'pending' }

const Routes = defineRoutes({
  GetRoot: 'GET /', GetOrder: 'GET /orders/:id', CancelOrder: 'POST /orders/:id/cancel', Login: 'POST /login'
})

const links = [
  defineLinks(Root, links => { links.link('order', Routes.GetOrder({ id: 1 })) }),
  defineLinks(Order, links => { links.affordance('cancel', Routes.CancelOrder(({ id }) => ({ id }))) })
]

const BODY = {
  type: 'object',
  required: ['name', 'password'],
  properties: { name: { type: 'string' }, password: { type: 'string', format: 'password' } }
}

interface Shop {
  readonly app: FastifyInstance
  /** The Authorization headers of requests to routes of the API, and their URLs. */
  readonly seen: string[]
  readonly logged: LogLine[]
}

interface Options {
  readonly login?: HtmlOptions['login']
  readonly expiresIn?: string
  readonly server?: Parameters<typeof Fastify>[0]
  /** Whether a hook of the app rejects every request without a token. */
  readonly isPrivate?: boolean
  /** What the login responds with, for the token. */
  readonly respond?: (token: string) => unknown
}

const TOKEN: HtmlLogin = { route: 'Login', token: 'token', secret: SECRET }

async function build (t: Test, options: Options = {}): Promise<Shop> {
  const { login = TOKEN, expiresIn = '1h', server = {}, respond = (token: string) => ({ token }) } = options
  const [seen, logged]: [string[], LogLine[]] = [[], []]
  const app = newApp(t, { ...server, ...logTo(logged, 'trace') })
  await app.register(fastifyJwt, { secret: SECRET })
  await app.register(hyper, { links, routes: Routes })
  await app.register(html, { title: 'Shop', login })
  if (options.isPrivate === true) {
    app.addHook('onRequest', async request => {
      const { url = '' } = request.routeOptions
      if (url !== '/login' && !url.startsWith('/_html/')) await request.jwtVerify()
    })
  }
  const verify = async (request: FastifyRequest) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    await request.jwtVerify()
  }
  const config = (name: string) => ({ config: { hyper: { name, links: true } } } as const)
  app.get('/', config('GetRoot'), () => new Root())
  app.get('/orders/:id', { ...config('GetOrder'), onRequest: verify }, () => new Order())
  app.post('/orders/:id/cancel', { ...config('CancelOrder'), onRequest: verify }, () => new Order())
  app.post<{ Body: { name: string, password: string } }>('/login', {
    schema: { body: BODY }, ...config('Login')
  }, request => {
    const { body: { name, password }, headers: { authorization } } = request
    seen.push(`login ${authorization ?? ''}`)
    if (password !== 'right') return problem({ status: 401, detail: 'The password is wrong.' })
    return respond(app.jwt.sign({ sub: name }, { expiresIn }))
  })
  await app.ready()
  return { app, seen, logged }
}

const setCookies = ({ headers }: LightMyRequestResponse) => [headers['set-cookie'] ?? []].flat()

const cookieOf = (response: LightMyRequestResponse) =>
  setCookies(response).map(line => line.split(';', 1)[0]!).find(pair => pair.startsWith('fastify-hyper-login=')) ?? ''

async function signIn (app: FastifyInstance, page = '/orders/1', password = 'right', headers: Headers = {}) {
  const form = await read(app, `/_html/sign-in?page=${encodeURIComponent(page)}`, headers)
  return submit(app, actionOf(form.body), `name=ada&password=${password}`, headers)
}

t.test('browsers fill the name and the password in', async t => {
  const { body } = await read((await build(t)).app, '/_html/sign-in')
  t.match(body, /<input (?=[^>]*name="name")[^>]*autocomplete="username"/)
  t.match(body, /<input (?=[^>]*name="password")[^>]*autocomplete="current-password"/)
})

t.test('signs in, acts and signs out', async t => {
  const { app, seen } = await build(t)
  const refused = await read(app, '/orders/1')
  t.equal(refused.statusCode, 401)
  t.match(refused.body, 'Sign in to go on.')
  t.match(refused.body, 'href="/_html/sign-in?page=%2Forders%2F1"')
  t.equal(refused.headers.vary, 'Cookie, Accept')

  const signedIn = await signIn(app)
  t.equal(signedIn.statusCode, 303)
  t.equal(signedIn.headers.location, '/orders/1')
  const line = setCookies(signedIn).find(line => line.startsWith('fastify-hyper-login='))!
  t.match(line, /; Path=\/; HttpOnly; SameSite=Lax$/)

  const cookie = cookieOf(signedIn)
  const page = await read(app, '/orders/1', { cookie })
  t.equal(page.statusCode, 200)
  t.match(page.body, '<span>Signed in as</span> <strong>ada</strong>')
  t.equal(page.headers['cache-control'], 'private, no-store')
  t.match(page.headers.vary, /Cookie/)

  const acted = await submit(app, actionOf(page.body, 'cancel'), {}, { cookie })
  t.equal(acted.statusCode, 303, acted.body)
  t.match(seen.find(line => line.startsWith('POST /orders')), /^POST \/orders\/1\/cancel Bearer [\w.-]+$/)
  t.equal((await read(app, '/_html/json?path=/orders/1', { cookie })).statusCode, 200)

  const out = await submit(app, '/_html/sign-out', {}, { cookie })
  t.equal(out.statusCode, 303)
  t.equal(out.headers.location, '/')
  t.match(setCookies(out).join(), /fastify-hyper-login=; Path=\/; Max-Age=0/)
})

t.test('a hook that authenticates every request', async t => {
  const { app } = await build(t, { isPrivate: true })
  const before = await read(app, '/')
  t.equal(before.statusCode, 401)
  t.match(before.body, '>Sign in</a>')
  t.equal((await app.inject('/_html/style.css')).statusCode, 200)
  t.equal((await read(app, '/', { cookie: cookieOf(await signIn(app)) })).statusCode, 200)
})

t.test('the token is in no page, URL or log', async t => {
  const { app, seen, logged } = await build(t)
  const signedIn = await signIn(app)
  const cookie = cookieOf(signedIn)
  const pages = [
    await read(app, '/orders/1', { cookie }), await read(app, '/_html/json?path=/orders/1', { cookie }),
    await read(app, '/missing', { cookie }), signedIn
  ]
  const token = /Bearer ([\w.-]+)/.exec(seen.join('\n'))![1]!
  for (const { body, headers } of pages) t.notOk(`${body}${headers.location ?? ''}`.includes(token))
  t.notOk(JSON.stringify(logged).includes(token))
})

t.test('the cookie is nothing to clients of the API', async t => {
  const { app, seen } = await build(t)
  const cookie = cookieOf(await signIn(app))
  seen.length = 0
  const requests: Array<[string, InjectOptions]> = [
    ['a read of JSON', { url: '/orders/1', headers: { cookie, accept: 'application/json' } }],
    ['without Accept', { url: '/orders/1', headers: { cookie } }],
    ['a script of the site', { url: '/orders/1', headers: { cookie, accept: 'text/html', 'sec-fetch-mode': 'cors' } }],
    ['an action', { method: 'POST', url: '/orders/1/cancel', headers: { cookie } }],
    ['an action with a form of another site', {
      method: 'POST', url: '/orders/1/cancel', headers: { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    }]
  ]
  for (const [name, request] of requests) t.equal((await app.inject(request)).statusCode, 401, name)
  t.notMatch(seen.join(), 'Bearer')
})

t.test('credentials of a request itself stay', async t => {
  const { app, seen } = await build(t)
  const cookie = cookieOf(await signIn(app))
  await read(app, '/orders/1', { cookie, authorization: 'Basic abc' })
  t.equal(seen.at(-1), 'GET /orders/1 Basic abc')
})

t.test('forms of other sites neither sign in nor out', async t => {
  const { app } = await build(t)
  const form = actionOf(await pageAt(app, '/_html/sign-in?page=/'))
  for (const url of [form, '/_html/sign-out']) {
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example.com' }]) {
      const { statusCode, headers: sent } = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: 'name=eve&password=right'
      })
      t.equal(statusCode, 403)
      t.notOk(sent['set-cookie'])
    }
  }
})

t.test('leads back to pages of this API only', async t => {
  const { app } = await build(t)
  const others = ['//evil.example.com', '/\\evil.example.com', 'https://evil.example.com', 'javascript:1', '/.//x']
  for (const page of others) {
    t.equal((await signIn(app, page)).headers.location, '/', page)
    const url = actionOf(await pageAt(app, '/_html/sign-in')).replace(/page=[^&]*/, `page=${encodeURIComponent(page)}`)
    const sent = await submit(app, url, 'name=ada&password=right')
    t.equal(sent.statusCode, 400, page)
  }
})

t.test('a login that is refused shows the problem beside the form', async t => {
  const { app } = await build(t)
  const { statusCode, body, headers } = await signIn(app, '/orders/1', 'wrong')
  t.equal(statusCode, 401)
  t.match(body, 'The password is wrong.')
  t.match(body, /name="name"[^>]*value="ada"/)
  t.notMatch(body, 'wrong"', 'no password is sent back')
  t.notMatch(body, 'may have expired')
  t.notOk(String(headers['set-cookie']).includes('login='))
})

t.test('a token that has expired', async t => {
  const { app, seen } = await build(t, { expiresIn: '-1s' })
  const cookie = cookieOf(await signIn(app))
  const { statusCode, body } = await read(app, '/orders/1', { cookie })
  t.equal(statusCode, 401)
  t.match(body, 'may have expired')
  t.match(body, '>Sign in</a>')
  t.notMatch(body, 'Sign out')
  seen.length = 0
  t.equal((await signIn(app, '/', 'right', { cookie })).statusCode, 303, 'signs in again')
  t.same(seen, ['login '], 'without the token')
})

t.test('a cookie that the pages did not sign', async t => {
  const { app } = await build(t)
  const cookie = cookieOf(await signIn(app))
  const other = fastifyCookie.signerFactory('another secret')
  for (const forged of [
    cookie.replace('ada', 'eve'), `${cookie}x`, 'fastify-hyper-login=login|%2F|eve|token', 'fastify-hyper-login=',
    `fastify-hyper-login=${other.sign('login|%2F|eve|token')}`,
    `fastify-hyper-login=${fastifyCookie.signerFactory(SECRET).sign('theme|%2F|eve|token')}`
  ]) {
    const { statusCode, body } = await read(app, '/orders/1', { cookie: forged })
    t.equal(statusCode, 401, forged)
    t.notMatch(body, /Signed in|expired/, forged)
  }
})

t.test('what was stored before signing in is not valid after it', async t => {
  const { app } = await build(t)
  app.log.level = 'silent'
  const cookie = cookieOf(await signIn(app))
  const { statusCode } = await read(app, '/', { cookie, 'if-none-match': '*' })
  t.equal(statusCode, 200)
})

t.test('where the token is', async t => {
  const cases: Array<[string, Options, number]> = [
    ['a function', {
      login: { ...TOKEN, token: (body: { data?: { jwt?: string } }) => body.data!.jwt! } as HtmlLogin,
      respond: jwt => ({ data: { jwt } })
    }, 303],
    ['no token', { respond: () => ({ other: 1 }) }, 502],
    ['not a string', { respond: () => ({ token: 1 }) }, 502],
    ['no token by its characters', { respond: () => ({ token: 'a\r\nb' }) }, 502],
    ['too long for a cookie', { respond: () => ({ token: 'x'.repeat(4096) }) }, 502],
    ['a list', { respond: () => [] }, 502]
  ]
  for (const [name, options, expected] of cases) {
    const { app } = await build(t, options)
    const sent = await signIn(app)
    t.equal(sent.statusCode, expected, name)
    t.equal(cookieOf(sent) === '', expected === 502, name)
  }
})

t.test('behind TLS and a proxy with a prefix', async t => {
  const app = await pagesApp(t, {
    server: { trustProxy: true }, hyper: { baseUrl: { prefixHeader: 'x-forwarded-prefix' } }, html: { login: TOKEN }
  })
  app.post('/login', { schema: { body: BODY }, config: { hyper: { name: 'Login' } } }, () => ({ token: 'a.b.c' }))
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/api' }
  const form = await pageAt(app, '/_html/sign-in', headers)
  const sent = await submit(app, actionOf(form).replace('/api', ''), 'name=ada&password=right', headers)
  t.equal(sent.headers.location, '/api/')
  t.match(setCookies(sent).join(), /__Secure-fastify-hyper-login=[^;]+; Path=\/api\/; HttpOnly; SameSite=Lax; Secure/)
})

t.test('the secret of the app', async t => {
  const app = newApp(t)
  await app.register(fastifyCookie, { secret: SECRET })
  await app.register(hyper)
  await app.register(html, { login: { route: 'Login', token: 'token' } })
  app.post('/login', { schema: { body: BODY }, config: { hyper: { name: 'Login' } } }, () => ({ token: 'a.b.c' }))
  app.get('/who', request => request.headers.authorization ?? 'nobody')
  const cookie = cookieOf(await signIn(app))
  t.equal((await read(app, '/who', { cookie })).body, 'Bearer a.b.c', 'any page of the scope')
  t.equal((await read(app, '/who', { cookie })).headers['cache-control'], 'private, no-store')
})

t.test('a user name is text', async t => {
  const { app } = await build(t)
  const form = await pageAt(app, '/_html/sign-in')
  const sent = await submit(app, actionOf(form), { name: '<b>|;" é 😀', password: 'right' })
  const page = await pageAt(app, '/', { cookie: cookieOf(sent) })
  t.match(page, '<span>Signed in as</span> <strong>&lt;b>|;&quot; é 😀</strong>')
})

t.test('options that are none', async t => {
  const invalid = 'FST_ERR_HYPER_INVALID_OPTION'
  const cases: Array<[string, unknown, string]> = [
    ['an unknown route', { ...TOKEN, route: 'Logn' }, 'FST_ERR_HYPER_UNKNOWN_ROUTE'],
    ['a route that is no POST', { ...TOKEN, route: 'GetOrder' }, invalid],
    ['a route with parameters', { ...TOKEN, route: 'CancelOrder' }, invalid],
    ['no secret', { route: 'Login', token: 'token' }, invalid],
    ['an empty secret', { ...TOKEN, secret: '' }, invalid],
    ['an empty list of secrets', { ...TOKEN, secret: [] }, invalid],
    ['an empty name', '', invalid],
    ['no route', { token: 'token' }, invalid],
    ['null', null, invalid],
    ['a token that is none', { ...TOKEN, token: 1 }, invalid],
    ['cookies that are no list', { ...TOKEN, cookies: 'sid' }, invalid],
    ['a cookie that has no name', { ...TOKEN, cookies: ['sid', 'a=b; c'] }, invalid],
    ['an unknown key', { ...TOKEN, logout: 'Out' }, 'FST_ERR_HYPER_UNKNOWN_KEY']
  ]
  for (const [name, login, code] of cases) {
    await t.rejects(build(t, { login: login as HtmlLogin }), { code }, name)
  }
  await t.rejects(build(t, { login: { ...TOKEN, secret: 5 as never } }), { message: /^(?!.*5 is).*a number/ })
})

t.test('a page that somebody may not see offers to sign in, until they have', async t => {
  const app = await pagesApp(t, {
    hyper: { policies: { nobody: () => false } }, html: { login: { ...TOKEN, route: 'SignIn' } }
  })
  app.get('/secret', { config: { hyper: { links: true, policy: 'nobody' } } }, () => ({}))
  app.post('/sign-in', { schema: { body: BODY }, config: { hyper: { name: 'SignIn' } } }, () => ({ token: 'a.b.c' }))
  const anonymous = await read(app, '/secret')
  t.equal(anonymous.statusCode, 403)
  t.match(anonymous.body, '<p>Sign in to go on.</p>')
  t.match(anonymous.body, '<p>Not everybody may see or do this.</p>')
  const form = await pageAt(app, '/_html/sign-in')
  const { headers } = await submit(app, actionOf(form), { name: 'Ada', password: 'tea' })
  const cookie = [headers['set-cookie'] ?? []].flat().map(line => line.split(';', 1)[0]).join('; ')
  const known = await read(app, '/secret', { cookie })
  t.equal(known.statusCode, 403)
  t.notMatch(known.body, 'Sign in to go on.')
})
