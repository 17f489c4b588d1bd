import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import sourceHyper from '../../../lib/index.ts'
import { mcp as sourceMcp } from '../../../mcp/index.ts'
import { type LogLine, logTo, newApp } from '../../support/servers.ts'
import { callTool } from '../../support/tool-calls.ts'
import { pagesApp, submit } from './pages.ts'

// Endpoints that send requests to the app do not send them to endpoints, nor through routes of the app.

const MARK = 'fastify-hyper-forwarded'

/**
 * An app with every endpoint of the package, and routes that send the request again with the headers
 * that they received.
 */
async function build (t: Test) {
  const logged: LogLine[] = []
  const rewriteUrl = ({ url = '' }: { url?: string | undefined }) => url.replace('/alias/', '/_html/')
  const app = newApp(t, { rewriteUrl, ...logTo(logged, 'trace') })
  class Root { readonly name = 'Shop' }
  const links = defineLinks(Root, links => {
    links.affordance('nest', LinkTarget.uri('/mcp')).post()
    links.affordance('create', LinkTarget.uri('/orders')).post()
  })
  const received: string[] = []
  await app.register(hyper, { links: [links] })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  await app.register(hyperExplorer, { prefix: '/explorer', enabled: true })
  app.get('/', { config: { hyper: { links: true } } }, ({ headers }) => {
    received.push(String(headers[MARK]))
    return new Root()
  })
  app.post('/orders', (_request, reply) => reply.code(204).send())
  app.get('/moved', (_request, reply) => reply.redirect('/_html/json?path=/'))
  app.get<{ Querystring: { url: string } }>('/injected', async ({ query: { url }, headers }, reply) => {
    const response = await app.inject({ url, headers })
    return reply.code(response.statusCode).type(String(response.headers['content-type'])).send(response.body)
  })
  app.get<{ Querystring: { url: string } }>('/proxied', async ({ query: { url }, headers }, reply) => {
    const response = await fetch(new URL(url, app.listeningOrigin), { headers: { [MARK]: String(headers[MARK]) } })
    return reply.code(response.status).type(response.headers.get('content-type')!).send(await response.text())
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, received, logged }
}

const ENDPOINTS = [
  `${'/_html/json?path='.repeat(350)}/`,
  '/_html/json?path=/',
  '/%5Fhtml/json?path=/',
  '/orders/../_html/json?path=/',
  '/orders/%2E./_html/json?path=/',
  '/_html/form?page=/&method=POST&target=/orders',
  '/_html/open?_target=/',
  '/_html/style.css',
  '/mcp',
  '/mcp/',
  '/explorer/search-fields?path=/&folder=/explorer/'
]

const json = (path: string) => `/_html/json?path=${encodeURIComponent(path)}`

t.test('no page shows the JSON of an endpoint', async t => {
  const { app } = await build(t)
  for (const path of ENDPOINTS) {
    for (const url of [json(path), `/_html/json?path=${path}`]) {
      const response = await app.inject(url)
      t.equal(response.statusCode, 508, url.slice(0, 100))
      t.equal(response.headers['content-type'], 'application/problem+json')
      t.match(response.json(), { title: 'Loop Detected', status: 508, detail: /^Endpoints / })
    }
  }
  t.equal((await app.inject(json('/'))).statusCode, 200)
})

t.test('no tool opens an endpoint', async t => {
  const { app } = await build(t)
  for (const url of [...ENDPOINTS, '/moved']) {
    const result = await callTool(app, 'open', { url })
    t.match(result, {
      isError: true, structuredContent: { status: 508, error: { detail: /^Endpoints / }, possible: { url: '/' } }
    }, url.slice(0, 100))
  }
  t.match(await callTool(app, 'open', { url: '/' }), { structuredContent: { status: 200 } })
})

t.test('no tool sends an action to an endpoint', async t => {
  const { app } = await build(t)
  t.match(await callTool(app, 'act', { url: '/', action: 'nest' }), {
    isError: true, structuredContent: { status: 508 }
  })
  t.match(await callTool(app, 'act', { url: '/', action: 'create' }), { structuredContent: { status: 204 } })
})

const form = (query: Record<string, string>) => `/_html/form?${String(new URLSearchParams({
  page: '/', name: 'create', method: 'POST', target: '/orders', type: 'application/json', ...query
}))}`

t.test('no form has an endpoint as its target', async t => {
  const { app } = await build(t)
  for (const target of [
    '/_html/form', '/_html/form?page=/&method=POST&target=/orders', '/%5Fhtml/form', '/%5fhtml/json?path=/',
    '/orders/../_html/form', '/mcp'
  ]) {
    t.equal((await submit(app, form({ target }))).statusCode, 403, target)
  }
  t.equal((await submit(app, form({}))).headers.location, '/')
})

t.test('an endpoint is no page with forms', async t => {
  const { app } = await build(t)
  const page = form({ page: form({}) })
  t.equal((await app.inject(form({}))).statusCode, 200)
  t.equal((await app.inject(page)).statusCode, 404)
  t.equal((await app.inject(form({ self: form({}) }))).statusCode, 200, 'the page decides')
})

t.test('an endpoint is no page that a browser returns to', async t => {
  const app = await pagesApp(t)
  app.post('/orders', { config: { hyper: { name: 'CreateOrder' } } }, (_request, reply) => reply.code(204).send())
  const response = await submit(app, form({ page: '/_html/json?path=/' }))
  t.same([response.statusCode, response.headers.location], [303, '/'])
})

t.test('a request of an endpoint gets 508 from every endpoint that sends requests', async t => {
  const { app } = await build(t)
  const rows = ['/injected?url=/_html/json?path=/', '/proxied?url=/_html/json?path=/', '/alias/json?path=/']
  for (const path of [...rows, `/injected?url=${encodeURIComponent(form({}))}`, '/injected?url=/mcp']) {
    const result = await callTool(app, 'open', { url: path })
    t.match(
      result, { isError: true, structuredContent: { status: 508, error: { status: 508, detail: /^Endpoints / } } }, path
    )
  }
  t.equal(
    (await app.inject('/injected?url=/_html/json?path=/')).statusCode, 200, 'requests of others are not concerned'
  )
})

t.test('an endpoint of another copy of the package recognizes the request', async t => {
  const { app } = await build(t)
  const other = newApp(t)
  await other.register(sourceHyper)
  await other.register(sourceMcp, { prefix: '/mcp' })
  other.get('/there', async ({ headers }, reply) => {
    const { statusCode, body } = await app.inject({ url: '/_html/json?path=/', headers })
    return reply.code(statusCode).type('text/plain').send(body)
  })
  t.match(await callTool(other, 'open', { url: '/there' }), { structuredContent: { status: 508 } })
})

t.test('no client can send the mark', async t => {
  const { app, received } = await build(t)
  await app.inject({ url: json('/'), headers: { [MARK]: 'x' } })
  const [secret] = received
  t.match(secret, /^[\w-]{43}$/, 'the value of the client is replaced')
  for (const value of [
    '', 'x', 'undefined', secret!.slice(1), `${secret!}x`, secret!.toLowerCase(), `${secret!}, x`, 'é'.repeat(43)
  ]) {
    t.equal((await app.inject({ url: json('/'), headers: { [MARK]: value } })).statusCode, 200, value)
  }
  t.equal((await app.inject({ url: json('/'), headers: { [MARK]: secret! } })).statusCode, 508)
})

t.test('the mark is in no response and no log', async t => {
  const { app, received, logged } = await build(t)
  const responses = await Promise.all([
    app.inject(json('/')), app.inject(json('/moved')), app.inject(json(ENDPOINTS[0]!))
  ])
  const result = await callTool(app, 'open', { url: '/' })
  const [secret] = received
  const sent = responses.map(({ headers, body }) => JSON.stringify(headers) + body)
  for (const text of [...sent, JSON.stringify(result), JSON.stringify(logged)]) t.notMatch(text, secret)
})
