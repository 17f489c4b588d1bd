import { EventEmitter, once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { callTool } from '../../support/tool-calls.ts'
import { pagesApp, SAME_SITE } from './pages.ts'

// Requests that pages and tools send to the app: responses that do not end, and callers that leave.

const MEBIBYTE = 2 ** 20

/** An app with a response without an end. @param chunk what it sends again and again */
async function endless (t: Test, chunk: string) {
  const app = await pagesApp(t)
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
  const { isError, content } = await callTool(app, 'open', { url: '/events' })
  t.match([isError, JSON.stringify(content)], [true, /event stream/])
  await closed
})

t.test('the longest response', async t => {
  const { app } = await endless(t, 'x')
  t.equal((await app.inject('/_html/json?path=/long')).statusCode, 200)
  t.equal((await app.inject('/_html/json?path=/too-long')).statusCode, 502)
})

t.test('a tool that opens a response without an end', async t => {
  const { app, closed } = await endless(t, 'x'.repeat(MEBIBYTE))
  const { isError, content } = await callTool(app, 'open', { url: '/endless' })
  t.match([isError, JSON.stringify(content)], [true, /16 MiB/])
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
    const request = { host: '127.0.0.1', port, method, path, headers: SAME_SITE }
    const client = sendRequest(request).on('error', () => {}).end()
    await started
    client.destroy()
    await closed
    t.pass('it was closed')
  })
}
