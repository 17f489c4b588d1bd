import hyper, { defineLinks, LinkTarget, problem } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t from 'tap'
import { serve } from '../../support/servers.ts'
import { connect } from '../mcp/agent.ts'
import { read, submit } from './pages.ts'

// Pages and tools of an app with its own error bodies.

const links = defineLinks<object>('order', links => { links.affordance('cancel', LinkTarget.uri('/cancel')) })

async function listen (t: { teardown (fn: () => unknown): void }, body: (status: number) => unknown, type?: string) {
  const server = await serve(t, async app => {
    await app.register(hyper, {
      hrefs: 'path',
      problems: ({ status }, _request, reply) => {
        if (type !== undefined) reply.type(type)
        return body(status)
      }
    })
    await app.register(html, {})
    await app.register(mcp, { prefix: '/mcp' })
    app.get('/', { config: { hyper: { links } } }, () => ({ id: 1 }))
    app.post('/cancel', { config: { hyper: { name: 'Cancel' } } }, () =>
      problem({ status: 409, detail: 'Shipped orders stay.' }).action('return', LinkTarget.uri('/return')))
    app.get('/gone', () => problem({ status: 410, detail: 'It is gone.' }))
    app.post('/return', { config: { hyper: { name: 'Return' } } }, () => ({}))
  })
  const agent = await connect(server.origin)
  t.teardown(() => agent.client.close())
  return { ...server, ...agent }
}

const envelope = (code: number) => ({ success: false, error: { code } })

t.test('a page shows the problem, whatever the body of the app is', async t => {
  for (const [body, type] of [
    [envelope, undefined], [(code: number) => `<error code="${code}"/>`, 'application/xml']
  ] as const) {
    const { app } = await listen(t, body, type)
    const { statusCode, headers, body: page } = await read(app, '/gone')
    t.strictSame([statusCode, headers['content-type']], [410, 'text/html; charset=utf-8'])
    t.match(page, /<p>It is gone\.<\/p>/)
    const plain = await app.inject('/gone')
    t.equal(plain.headers['content-type'], type ?? 'application/json; charset=utf-8')
  }
})

t.test('a form that fails shows the problem and what is possible', async t => {
  const { app } = await listen(t, envelope)
  const { statusCode, body } = await submit(app, '/_html/form?page=/&name=cancel&method=POST&target=/cancel')
  t.equal(statusCode, 409)
  t.match(body, /Shipped orders stay\.[^]*>Return</)
})

t.test("a tool gets the app's body, and what the resource offers", async t => {
  const { call } = await listen(t, envelope)
  const { isError, content } = await call('act', { url: '/', action: 'cancel' })
  t.ok(isError)
  t.match(content, {
    status: 409, error: { success: false, error: { code: 409 } }, possible: { actions: [{ action: 'cancel' }] }
  })
})

t.test('an async error handler that sends and returns nothing gets pages, also the first', async t => {
  const { app } = await serve(t, async app => {
    app.setErrorHandler(async (_error, _request, reply) => { reply.code(401).send({ message: 'no token' }) })
    await app.register(hyper)
    await app.register(html, {})
    app.get('/', () => { throw new Error('no token') })
  })
  for (const attempt of ['first', 'second']) {
    const { statusCode, headers, body } = await read(app, '/')
    t.strictSame([statusCode, headers['content-type']], [401, 'text/html; charset=utf-8'], attempt)
    t.match(body, /no token/, attempt)
  }
})

t.test('pages of async handlers that send a response and return nothing', async t => {
  const { app } = await serve(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    await app.register(html, {})
    app.get('/', { config: { hyper: { links } } }, async (_request, reply) => { reply.send({ id: 1 }) })
    app.get('/error', async (_request, reply) => { reply.code(404).send({ message: 'Lost.' }) })
  })
  for (const [url, status, text] of [['/', 200, />ID</], ['/error', 404, /Lost\./]] as const) {
    const { statusCode, headers, body } = await read(app, url)
    t.match([statusCode, headers['content-type'], body], [status, 'text/html; charset=utf-8', text], url)
  }
})
