import Fastify from 'fastify'
import t from 'tap'
import { fetchOf } from '../../../testing/index.ts'

const app = Fastify()
app.all(
  '/echo',
  request => ({
    method: request.method, url: request.url, host: request.host, headers: request.headers, body: request.body ?? null
  })
)
app.get('/empty', (_request, reply) => reply.code(204).header('set-cookie', ['a=1', 'b=2']).send())
app.get('/unchanged', (_request, reply) => reply.code(304).send())
app.get('/bytes', (_request, reply) => reply.type('application/octet-stream').send(Buffer.from([0, 255, 128])))
app.all('/to/:status', (request, reply) =>
  reply.redirect('/echo?redirected', Number((request.params as { status: string }).status)))
app.get('/away', (_request, reply) => reply.redirect('http://other.example/echo'))
app.get('/loop', (_request, reply) => reply.redirect('/loop'))
t.teardown(() => app.close())

const fetch = fetchOf(app)
const echo = async (response: Response) =>
  await response.json() as { method: string, url: string, host: string, headers: Record<string, string>, body: unknown }

t.test('requests', async t => {
  const response = await fetch('/echo?q=1', { headers: { Authorization: 'x' } })
  t.match(response, { ok: true, status: 200, statusText: 'OK', url: 'http://localhost/echo?q=1', redirected: false })
  t.match(await echo(response), {
    method: 'GET', url: '/echo?q=1', host: 'localhost', headers: { authorization: 'x' }, body: null
  })
  const post = await fetch(new URL('http://api.example:8080/echo'), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}'
  })
  t.match(await echo(post), { method: 'POST', host: 'api.example:8080', body: { a: 1 } })
  t.match(await echo(await fetch(new Request('http://localhost/echo', { method: 'DELETE' }))), { method: 'DELETE' })
})

t.test('responses', async t => {
  const empty = await fetch('/empty')
  t.same([empty.status, empty.body, empty.headers.getSetCookie()], [204, null, ['a=1', 'b=2']])
  t.equal((await fetch('/unchanged')).status, 304)
  t.same([...new Uint8Array(await (await fetch('/bytes')).arrayBuffer())], [0, 255, 128])
  const head = await fetch('/bytes', { method: 'HEAD' })
  t.same([head.status, head.headers.get('content-length'), await head.text()], [200, '3', ''])
})

t.test('redirects', async t => {
  const body = { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'x' }, body: '{"a":1}' }
  for (const [status, method] of [[301, 'GET'], [302, 'GET'], [303, 'GET'], [307, 'POST'], [308, 'POST']] as const) {
    const response = await fetch(`/to/${status}`, body)
    t.match(response, { redirected: true, url: 'http://localhost/echo?redirected' })
    t.match(await echo(response), {
      method, body: method === 'GET' ? null : { a: 1 }, headers: { authorization: 'x' }
    }, String(status))
  }
  t.equal((await fetch('/to/302', { redirect: 'manual' })).status, 302)
  await t.rejects(fetch('/to/302', { redirect: 'error' }), TypeError)
  await t.rejects(fetch('/loop'), /more than 20 redirects/)
  const away = await echo(await fetch('/away', { headers: { authorization: 'x', cookie: 'a=1', 'x-other': 'y' } }))
  t.match(away, {
    host: 'other.example', headers: { authorization: undefined, cookie: undefined, 'x-other': 'y' }
  }, 'credentials stay')
})

t.test('a request that is aborted while the app works', async t => {
  const controller = new AbortController()
  const slow = Fastify()
  slow.get('/', () => {
    setImmediate(() => controller.abort())
    return new Promise(resolve => {
      const timer = setTimeout(resolve, 60_000)
      t.teardown(() => { clearTimeout(timer); resolve({}) })
    })
  })
  slow.get('/to-slow', (_request, reply) => reply.redirect('/'))
  t.teardown(() => slow.close())
  await t.rejects(
    fetchOf(slow)('/to-slow', { signal: controller.signal }), { name: 'AbortError' },
    'before the handler returns, and after a redirect'
  )
  const reason = new Error('mine')
  await t.rejects(fetchOf(slow)('/', { signal: AbortSignal.abort(reason) }), reason)
  await t.rejects(fetchOf(slow)('/', { signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' })
})

t.test('an aborted request', async t => {
  await t.rejects(fetch('/echo', { signal: AbortSignal.abort() }), { name: 'AbortError' })
  const controller = new AbortController()
  const pending = fetch('/echo', { signal: controller.signal })
  controller.abort()
  await t.rejects(pending, { name: 'AbortError' })
})
