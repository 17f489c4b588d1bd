import { EventEmitter, once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import hyper from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'

// Requests that pages and tools send to the app: responses that do not end, and callers that leave.

const MEBIBYTE = 2 ** 20

/** An app with a response without an end. @param chunk what it sends again and again */
async function endless (t: Test, chunk: string) {
  const app = newApp(t)
  const seen = { length: 0 }
  const source = Readable.from((async function * () {
    for (;;) {
      await turn()
      seen.length += chunk.length
      yield chunk
    }
  })())
  const begun = new EventEmitter()
  const started = once(begun, 'begun')
  const closed = new Promise<void>(resolve => { source.once('close', resolve) })
  await app.register(hyper)
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  app.get('/endless', (_request, reply) => {
    begun.emit('begun')
    return reply.type('text/plain').send(source)
  })
  app.get('/events', (_request, reply) => reply.type('text/event-stream; charset=utf-8').send(source))
  app.post('/slow', { config: { hyper: { name: 'Slow' } } }, (_request, reply) => {
    // Sends nothing until its client leaves.
    reply.hijack()
    reply.raw.once('close', () => source.destroy())
    begun.emit('begun')
  })
  app.get('/long', () => 'x'.repeat(16 * MEBIBYTE))
  app.get('/too-long', () => 'x'.repeat(16 * MEBIBYTE + 1))
  return { app, source, started, closed, seen }
}

const call = (app: FastifyInstance, url: string) => app.inject({
  method: 'POST',
  url: '/mcp',
  headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'open', arguments: { url } } }
})

t.test('the JSON of a response without an end', async t => {
  const { app, closed, seen } = await endless(t, 'x'.repeat(MEBIBYTE))
  const response = await app.inject('/_html/json?path=/endless')
  t.equal(response.statusCode, 502)
  t.match(response.json(), { code: 'FST_ERR_HYPER_RESPONSE_TOO_LARGE', message: /^GET \/_html\/json: .* 16 MiB/ })
  await closed
  t.ok(seen.length < 32 * MEBIBYTE, 'the source is read no further')
})

t.test('an event stream is rejected before it is read', async t => {
  const { app, closed } = await endless(t, 'data: 1\n\n')
  const response = await app.inject('/_html/json?path=/events')
  t.equal(response.statusCode, 502)
  t.match(response.json(), { code: 'FST_ERR_HYPER_EVENT_STREAM', message: /^GET \/_html\/json: .* event stream/ })
  await closed
})

t.test('a tool that opens an event stream', async t => {
  const { app, closed } = await endless(t, 'data: 1\n\n')
  const { body } = await call(app, '/events')
  t.match(body, /"isError":true/)
  t.match(body, /event stream/)
  await closed
})

t.test('the longest response', async t => {
  const { app } = await endless(t, 'x')
  t.equal((await app.inject('/_html/json?path=/long')).statusCode, 200)
  t.equal((await app.inject('/_html/json?path=/too-long')).statusCode, 502)
})

t.test('a tool that opens a response without an end', async t => {
  const { app, closed } = await endless(t, 'x'.repeat(MEBIBYTE))
  const { body } = await call(app, '/endless')
  t.match(body, /"isError":true/)
  t.match(body, /16 MiB/)
  await closed
})

const FORM = '/_html/form?page=/&name=slow&method=POST&target=/slow&type=application/json'

for (const [name, method, path] of [
  ['a page', 'GET', '/_html/json?path=/endless'], ['a form', 'POST', FORM]
] as const) {
  t.test(`the response of the app is closed when the client of ${name} leaves`, async t => {
    const { app, started, closed } = await endless(t, 'x')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const client = sendRequest({ host: '127.0.0.1', port, method, path, headers }).on('error', () => {}).end()
    await started
    client.destroy()
    await closed
    t.pass('it was closed')
  })
}
