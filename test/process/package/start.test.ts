import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'

// The build, by the package's own name: what an app has loaded when it is ready, and after the first requests.
const script = `
  import { Session } from 'node:inspector'
  import Fastify from 'fastify'
  const scripts = []
  const session = new Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params: { url } }) => scripts.push(url))
  session.post('Debugger.enable')
  const { default: hyper, defineLinks, LinkTarget } = await import('fastify-hyper')
  const { html } = await import('fastify-hyper/html')
  const { mcp } = await import('fastify-hyper/mcp')
  class Order { id = 7 }
  const orderLinks = defineLinks(Order, links => {
    links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
    links.link('gone', () => LinkTarget.route('NoSuchRoute'))
    links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
  })
  const app = Fastify()
  await app.register(hyper, { links: [orderLinks] })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, async () => new Order())
  const body = { type: 'object', properties: { reason: { type: 'string' } } }
  app.post('/orders/:id/cancel', { schema: { body }, config: { hyper: { name: 'CancelOrder' } } }, async () => null)
  await app.ready()
  const has = ending => scripts.some(url => url.includes(ending))
  const loaded = () => ({
    sdk: has('node_modules/@modelcontextprotocol/'),
    metrics: has('node_modules/@opentelemetry/'),
    pages: has('dist/html/views.js'),
    fetch: process.moduleLoadList.includes('NativeModule internal/deps/undici/undici')
  })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const requests = {
    ready: () => null,
    json: async () => (await app.inject('/orders/7')).json(),
    page: async () => (await app.inject({ url: '/orders/7', headers: { accept: 'text/html' } })).statusCode,
    tools: async () => (await app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode
  }
  for (const [name, request] of Object.entries(requests)) {
    console.log(JSON.stringify({ name, response: await request(), loaded: loaded() }))
  }
  await app.close()
`

t.test('what only some requests need is loaded by the first of them', async t => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings', '--input-type=module', '-e', script
  ], { env: { ...process.env, NODE_ENV: 'production' } })
  const [ready, json, page, tools] = stdout.trim().split('\n')
    .map(line => JSON.parse(line) as { response: unknown, loaded: object })
  // Views are loaded at start, so that no page waits for them.
  const nothing = { sdk: false, metrics: false, pages: true, fetch: false }
  t.same(ready!.loaded, nothing, 'at start')
  t.match(json!.response, { id: 7, _links: { self: {} } })
  t.same(json!.loaded, { ...nothing, metrics: true }, 'a link that cannot be resolved is counted')
  t.same(page, { name: 'page', response: 200, loaded: { ...nothing, metrics: true } })
  t.match(tools, { response: 200, loaded: { sdk: true } })
})
