import fastifyCookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import hyper, { problem } from 'fastify-hyper'
import { html, type HtmlLogin } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { actionOf, pageAt, pagesApp, read, submit } from './pages.ts'

// People sign in on the pages of an API with sessions of its own: @fastify/session.

declare module 'fastify' {
  interface Session { user?: string }
}

const SECRET = 'a secret of the tests with more than 32 characters'
const BODY = {
  type: 'object',
  required: ['email', 'password'],
  properties: { email: { type: 'string' }, password: { type: 'string', format: 'password' } }
}

async function build (t: Test, saveUninitialized: boolean): Promise<FastifyInstance> {
  const app = newApp(t)
  await app.register(fastifyCookie)
  await app.register(fastifySession, { secret: SECRET, cookie: { secure: false }, saveUninitialized })
  await app.register(hyper)
  await app.register(html, { login: 'Login' })
  app.post<{ Body: { email: string, password: string } }>('/login', {
    schema: { body: BODY }, config: { hyper: { name: 'Login' } }
  }, (request, reply) => {
    if (request.body.password !== 'right') return problem({ status: 403, detail: 'The password is wrong.' }).send(reply)
    request.session.user = request.body.email
    return reply.code(204).send()
  })
  app.get('/', { config: { hyper: { links: true } } }, request =>
    request.session.user === undefined ? problem({ status: 401 }) : { mine: request.session.user })
  return app
}

// As a browser keeps them.
class Jar {
  readonly #cookies = new Map<string, string>()

  keep ({ headers }: LightMyRequestResponse): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/; Max-Age=0/.test(line)) this.#cookies.delete(name!)
      else this.#cookies.set(name!, value!)
    }
  }

  get cookie (): string {
    return Array.from(this.#cookies, pair => pair.join('=')).join('; ')
  }
}

for (const saveUninitialized of [true, false]) {
  t.test(`a session, ${saveUninitialized ? 'which exists before' : 'which the login begins'}`, async t => {
    const app = await build(t, saveUninitialized)
    const jar = new Jar()
    const visit = async (url: string) => {
      const response = await read(app, url, { cookie: jar.cookie })
      jar.keep(response)
      return response
    }
    const send = async (url: string, typed = '') => {
      const response = await submit(app, url, typed, { cookie: jar.cookie })
      jar.keep(response)
      return response
    }
    t.match((await visit('/')).body, '>Sign in</a>')
    const action = actionOf((await visit('/_html/sign-in?page=/')).body)
    t.match((await send(action, 'email=ada%40example.com&password=wrong')).body, 'The password is wrong.')
    t.equal((await send(action, 'email=ada%40example.com&password=right')).statusCode, 303)
    const page = await visit('/')
    t.equal(page.statusCode, 200)
    t.match(page.body, 'Signed in as</span> <strong>ada@example.com</strong>')
    t.match(page.body, 'Sign out')
    t.equal((await send('/_html/sign-out')).statusCode, 303)
    const after = await visit('/')
    t.equal(after.statusCode, 401, 'the session of the browser is gone')
    t.match(after.body, '>Sign in</a>')
  })
}

t.test('a cookie that no key signs removes cookies only', async t => {
  const app = await build(t, false)
  const lines = ['a=; Max-Age=0; Path=/', 'b=1', 'c=; Max-Age=0\r\nx: y', 'd=; Max-Age=0; Max-Age=9']
  const cookies = lines.map(encodeURIComponent)
  const value = ['login', '%2F', 'eve', '', ...cookies]
  const { headers } = await submit(app, '/_html/sign-out', '', { cookie: `fastify-hyper-login=${value.join('|')}` })
  const removed = [headers['set-cookie']!].flat().filter(line => !line.startsWith('fastify-hyper-'))
  t.same(removed, ['a=; Max-Age=0; Path=/'])
})

t.test('a cookie that no key signs is no token', async t => {
  const app = await build(t, false)
  app.get('/who', { config: { hyper: { links: true } } }, ({ headers }) => ({ who: headers.authorization ?? 'nobody' }))
  t.match(await pageAt(app, '/who', { cookie: 'fastify-hyper-login=login|%2F|eve|stolen' }), 'nobody')
})

// A login whose state is on the server, or in cookies that it sets.
async function builtWith (
  t: Test, set: readonly string[], options: Partial<HtmlLogin> = {}
): Promise<(cookie: string) => Promise<{ readonly status: number, readonly removed: readonly string[] }>> {
  const app = await pagesApp(t, { html: { login: { route: 'Login', ...options } } })
  app.post('/login', { schema: { body: BODY }, config: { hyper: { name: 'Login' } } }, (_request, reply) =>
    reply.header('set-cookie', set).code(204).send())
  const linesOf = ({ headers }: LightMyRequestResponse) => [headers['set-cookie'] ?? []].flat()
  return async cookie => {
    const form = '/_html/form?page=/&name=sign-in&method=POST&target=/login&type=application/json'
    const signedIn = await submit(app, form, 'email=ada%40example.com&password=right', { cookie })
    const own = linesOf(signedIn).find(line => line.startsWith('fastify-hyper-login=')) ?? ''
    const out = await submit(app, '/_html/sign-out', '', { cookie: `${cookie}; ${own.split(';', 1)[0]!}` })
    return { status: signedIn.statusCode, removed: linesOf(out).filter(line => !line.startsWith('fastify-hyper-')) }
  }
}

t.test('signing out removes what the login set, and what the option names', async t => {
  const others = Array.from({ length: 300 }, (_, index) => `consent${index}=yes`).join('; ')
  const rows: Array<[name: string, set: string[], options: Partial<HtmlLogin>, removed: string[]]> = [
    ['nothing', [], {}, []],
    ['a cookie', ['sid=1; Path=/; HttpOnly'], {}, ['sid=; Max-Age=0; Path=/']],
    ['the attributes that tell cookies apart', ['sid=1; Domain=example.com; Path=/a:b,c; Secure; SameSite=None'], {},
      ['sid=; Max-Age=0; Domain=example.com; Path=/a:b,c; Secure']],
    ['a cookie that the login removes', ['old=; Max-Age=0', 'older=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], {}, []],
    ['a cookie that the login keeps', ['new=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60'], {},
      ['new=; Max-Age=0']],
    ['a session that existed before', [], { cookies: ['sessionId', '__Host-sid'] },
      ['sessionId=; Max-Age=0; Path=/', '__Host-sid=; Max-Age=0; Path=/; Secure']]
  ]
  for (const [name, set, options, removed] of rows) {
    const send = await builtWith(t, set, options)
    for (const cookie of ['', others]) t.same(await send(cookie), { status: 303, removed }, name)
  }
})

t.test('names of cookies that are longer than a cookie', async t => {
  const set = Array.from({ length: 200 }, (_, index) => `cookie-${index}=1; Path=/`)
  t.equal((await (await builtWith(t, set))('')).status, 502)
})

t.test('a login that redirects without a cookie has not signed in', async t => {
  const app = await pagesApp(t, { html: { login: 'Login' } })
  app.post('/login', { schema: { body: BODY }, config: { hyper: { name: 'Login' } } }, (_request, reply) =>
    reply.redirect('/?failed'))
  const form = '/_html/form?page=/&name=sign-in&method=POST&target=/login&type=application/json'
  const { statusCode, headers } = await submit(app, form, 'email=ada%40example.com&password=wrong')
  t.same([statusCode, headers['set-cookie']], [502, undefined])
})
