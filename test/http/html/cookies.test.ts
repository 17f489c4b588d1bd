import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify'
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { type Headers, read, submit } from './pages.ts'

// Cookies of pages count where they were set, by whom they were set, and nowhere else.

const SECRET = 'a secret of the tests with more than 32 characters'
const BODY = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const LINKS = defineLinks<object>(links => { links.link('help', LinkTarget.uri('/help')) })
const TLS = { 'x-forwarded-proto': 'https' }

/** An API with pages whose login responds with the name as the token. */
async function declare (scope: FastifyInstance): Promise<void> {
  await scope.register(hyper, { baseUrl: { prefixHeader: 'x-forwarded-prefix' } })
  await scope.register(html, { login: { route: 'Login', token: 'token', secret: SECRET } })
  scope.post<{ Body: { name: string } }>('/login', { schema: { body: BODY }, config: { hyper: { name: 'Login' } } },
    ({ body: { name } }) => ({ token: name }))
  const seen = (request: FastifyRequest) => ({ who: request.headers.authorization ?? 'Bearer nobody' })
  scope.get('/', { config: { hyper: { links: LINKS } } }, seen)
  scope.post('/act', { config: { hyper: { resource: false } } }, (request, reply) =>
    reply.header('location', `/?${seen(request).who}`).code(201).send({}))
}

async function build (t: Pick<Test, 'teardown'>, ...prefixes: readonly string[]): Promise<FastifyInstance> {
  const app = newApp(t, { trustProxy: '127.0.0.1' })
  for (const prefix of prefixes) await app.register(async scope => declare(scope), { prefix })
  return app
}

const linesOf = ({ headers }: LightMyRequestResponse) => [headers['set-cookie'] ?? []].flat()
const pairOf = (line = '') => line.split(';', 1)[0]!
const valueOf = (pair: string) => pair.slice(pair.indexOf('=') + 1)

const NOBODY = 'nobody'

/** The cookie of somebody who signs in. */
async function signIn (app: FastifyInstance, path: string, name: string, headers: Headers = {}): Promise<string> {
  const query = `page=${path}/&name=sign-in&method=POST&target=${path}/login&type=application/json`
  const lines = linesOf(await submit(app, `${path}/_html/form?${query}`, { name }, headers))
  return pairOf(lines.find(line => line.includes('hyper-login=') && !line.includes('Max-Age=0')))
}

/** Whom a page takes its reader for. */
async function callerAt (app: FastifyInstance, path: string, cookie: string, headers: Headers = {}): Promise<string> {
  const { body } = await read(app, path, { ...headers, cookie })
  const shown = /Signed in as<\/span> <strong>([^<]*)/.exec(body)?.[1] ?? NOBODY
  const sent = />Bearer (\w+)</.exec(body)?.[1]
  return shown === sent ? shown : `${shown}, and ${sent}`
}

t.test('nobody is signed in on the pages of another registration', async t => {
  const rows: Array<[name: string, prefixes: string[], signedInAt: string, visited: string, headers?: Headers]> = [
    ['within its path', ['', '/admin'], '', '/admin'],
    ['above its path', ['', '/admin'], '/admin', ''],
    ['beside it', ['/a', '/b'], '/a', '/b'],
    ['with a longer name', ['/a', '/ab'], '/a', '/ab'],
    ['with a shorter name', ['/a', '/ab'], '/ab', '/a'],
    ['another value of a parameter', ['/:tenant'], '/acme', '/other'],
    ['a value in other letters', ['/:tenant'], '/acme', '/%61cme'],
    ['within a parameter', ['/:tenant', '/:tenant/admin'], '/acme', '/acme/admin'],
    ['beside a parameter', ['/:tenant', '/admin'], '/acme', '/admin'],
    ['behind another path of a proxy', [''], '', '', { 'x-forwarded-prefix': '/shop' }]
  ]
  for (const [name, prefixes, signedInAt, visited, proxy = {}] of rows) {
    const app = await build(t, ...prefixes)
    for (const tls of [{}, TLS]) {
      const cookie = await signIn(app, signedInAt, 'ann', tls)
      t.equal(await callerAt(app, `${signedInAt}/`, cookie, tls), 'ann', name)
      const others = [cookie, `__Host-fastify-hyper-login=${valueOf(cookie)}`]
      others.push(`__Secure-fastify-hyper-login=${valueOf(cookie)}`)
      for (const other of others) {
        t.equal(await callerAt(app, `${visited}/`, other, { ...tls, ...proxy }), NOBODY, `${name}: ${other}`)
      }
    }
  }
})

t.test('several registrations have their own callers', async t => {
  for (const tls of [{}, TLS]) {
    const app = await build(t, '', '/a', '/a/b')
    // The longest path comes first.
    const paths = ['/a/b', '/a', '']
    const cookies = await Promise.all(paths.map(async path => signIn(app, path, `user${path.length}`, tls)))
    for (const order of [cookies, cookies.toReversed()]) {
      for (const path of paths) {
        t.equal(await callerAt(app, `${path}/`, order.join('; '), tls), `user${path.length}`, path)
      }
    }
    const out = linesOf(await submit(app, '/a/_html/sign-out', {}, { cookie: cookies.join('; '), ...tls }))
    t.same(out.filter(line => line.includes('login')).map(line => /Path=[^;]*/.exec(line)![0]), ['Path=/a/'])
  }
})

t.test('the token of pages is for routes of their scope', async t => {
  const app = await build(t, '', '/admin')
  const cookie = await signIn(app, '', 'ann')
  const json = async (path: string, headers: Headers = {}) =>
    /Bearer \w+/.exec((await read(app, `/_html/json?path=${path}`, { cookie, ...headers })).body)?.[0]
  t.equal(await json('/'), 'Bearer ann')
  t.equal(await json('/admin/'), 'Bearer nobody')
  t.equal(await json('/x/../admin/'), 'Bearer nobody')
  t.equal(await json('/admin/', { authorization: 'Bearer own' }), 'Bearer own', 'credentials of the client')
  const act = async (path: string) =>
    (await submit(app, `/_html/form?page=/&name=act&method=POST&target=${path}`, {}, { cookie })).headers.location
  t.equal(await act('/act'), '/?Bearer%20ann')
  t.equal(await act('/admin/act'), '/?Bearer%20nobody')
})

t.test('the names of cookies behind TLS', async t => {
  const proxied = { ...TLS, 'x-forwarded-prefix': '/shop' }
  const rows: Array<[name: string, path: string, headers: Headers, line: RegExp]> = [
    ['at the root', '', TLS, /^__Host-fastify-hyper-(?:login|notice)=[^;]+; Path=\/; .*SameSite=Lax; Secure$/],
    ['below a path', '/a', TLS, /^__Secure-fastify-hyper-(?:login|notice)=[^;]+; Path=\/a\/; .*; Secure$/],
    ['behind a path', '', proxied, /^__Secure-fastify-hyper-(?:login|notice)=[^;]+; Path=\/shop\/; .*; Secure$/],
    ['without TLS', '', {}, /^fastify-hyper-(?:login|notice)=[^;]+; Path=\/; .*SameSite=Lax$/]
  ]
  const app = await build(t, '', '/a')
  for (const [name, path, headers, pattern] of rows) {
    const query = `page=${path}/&name=sign-in&method=POST&target=${path}/login&type=application/json`
    const lines = linesOf(await submit(app, `${path}/_html/form?${query}`, { name: 'ann' }, headers))
    t.equal(lines.length, 2, name)
    for (const line of lines) t.match(line, pattern, name)
    const cookie = lines.map(pairOf).join('; ')
    t.equal(await callerAt(app, `${path}/`, cookie, headers), 'ann', name)
    const { body, headers: shown } = await read(app, `${path}/`, { ...headers, cookie })
    t.match(body, 'You are signed in.', name)
    const notice = pairOf(lines.find(line => line.includes('notice'))).split('=', 1)[0]!
    t.match(shown['set-cookie'], new RegExp(`^${notice}=; Path=[^;]*; Max-Age=0`), name)
  }
})

t.test('a scheme that a peer names who is no proxy', async t => {
  const app = newApp(t)
  await declare(app)
  t.match(await signIn(app, '', 'ann', TLS), /^fastify-hyper-login=/)
})

t.test('cookies that contradict each other', async t => {
  const app = await build(t, '')
  const [ann, bob] = [valueOf(await signIn(app, '', 'ann')), valueOf(await signIn(app, '', 'bob'))]
  const plain = 'fastify-hyper-login'
  const own = `__Host-${plain}`
  const rows: Array<[name: string, headers: Headers, cookie: string, caller: string]> = [
    ['two of one name', {}, `${plain}=${bob}; ${plain}=${ann}`, NOBODY],
    ['two of one name, behind TLS', TLS, `${own}=${ann}; ${own}=${bob}`, NOBODY],
    ['a plain one and a prefixed one', TLS, `${own}=${ann}; ${plain}=${bob}`, NOBODY],
    ['a plain one first', TLS, `${plain}=${bob}; ${own}=${ann}`, NOBODY],
    ['two prefixes', TLS, `${own}=${ann}; __Secure-${plain}=${bob}`, NOBODY],
    ['a prefixed one without TLS', {}, `${own}=${ann}; ${plain}=${bob}`, NOBODY],
    ['a plain one alone, behind TLS', TLS, `${plain}=${ann}`, NOBODY],
    ['a prefixed one alone, without TLS', {}, `${own}=${ann}`, NOBODY],
    ['one value twice', TLS, `${own}=${ann}; ${own}=${ann}; ${plain}=${ann}`, 'ann'],
    ['one that nobody signed', TLS, `${own}=${ann}; ${own}=${bob}x; ${plain}=login|eve|token`, 'ann'],
    ['a name in other letters', TLS, `${own}=${ann}; __host-${plain}=${bob}; __HOST-${plain}=${bob}`, 'ann'],
    ['a name after a space of another kind', TLS, `${own}=${ann}; \xa0${own}=${bob}; \x85${own}=${bob}`, 'ann'],
    ['a cookie without a name', TLS, `${own}=${ann}; =${own}=${bob}`, 'ann']
  ]
  for (const [name, headers, cookie, caller] of rows) t.equal(await callerAt(app, '/', cookie, headers), caller, name)
  const notices = ['One', 'Two'].map(text => `fastify-hyper-notice=notice|%2F|${text}`)
  t.match((await read(app, '/', { cookie: notices[0]! })).body, 'class="notice"')
  t.notMatch((await read(app, '/', { cookie: notices.join('; ') })).body, 'class="notice"')
  t.notMatch((await read(app, '/', { cookie: notices[0]!, ...TLS })).body, 'class="notice"')
})

t.test('what was set without TLS is removed behind it', async t => {
  const app = await build(t, '')
  const cookie = await signIn(app, '', 'ann')
  const query = 'page=/&name=sign-in&method=POST&target=/login&type=application/json'
  for (const url of [`/_html/form?${query}`, '/_html/sign-out']) {
    const lines = linesOf(await submit(app, url, { name: 'bob' }, { ...TLS, cookie }))
    t.ok(lines.includes('fastify-hyper-login=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure'), url)
  }
})

t.test('pages of a scope are registered once', async t => {
  const app = newApp(t)
  await app.register(hyper)
  await app.register(html)
  await t.rejects(async () => app.register(html), { code: 'FST_ERR_HYPER_ALREADY_REGISTERED' })
  await t.rejects(async () => app.register(async scope => { await scope.register(html) }, { prefix: '/admin' }), {
    code: 'FST_ERR_HYPER_ALREADY_REGISTERED'
  })
})
