import { request as httpRequest } from 'node:http'
import { networkInterfaces } from 'node:os'
import type { FastifyServerOptions } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { mcp, type McpOptions } from '../../../mcp/index.ts'
import { runs } from '../../support/runs.ts'
import { hyperApp, newApp } from '../../support/servers.ts'
import { callTool, TOOL_HEADERS, toolCall, toolRequest } from '../../support/tool-calls.ts'
import { agentAt, connect, type Json } from './agent.ts'
import { buildShop, type ShopOptions } from './shop.ts'

// The endpoint: whose credentials a call has, what is rejected, and the options.

async function listen (t: Test, options: ShopOptions = {}) {
  const shop = await buildShop(options)
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => shop.app.close())
  return { ...shop, origin }
}

const CALL = toolCall('open', { url: '/me' })

t.test('interleaved calls of two callers: no credential reaches the other', async t => {
  const { origin } = await listen(t)
  for (const mode of ['auto', 'legacy'] as const) {
    const users = ['ada', 'grace']
    const agents = await Promise.all(users.map(user =>
      connect(origin, user === 'ada' ? { authorization: `Bearer ${user}` } : { cookie: `user=${user}` }, mode)))
    const seen: string[] = []
    const count = runs(1000)
    for (let start = 0; start < count; start += 50) {
      const batch = Array.from({ length: Math.min(50, count - start) }, (_, index) => (start + index) % 2)
      const results = await Promise.all(batch.map(who => agents[who]!.call('open', { relation: 'me' })))
      results.forEach(({ content }, index) => {
        if (content.data.name !== users[batch[index]!]) seen.push(`${users[batch[index]!]} got ${content.data.name}`)
      })
    }
    t.same(seen, [], mode)
    for (const { client } of agents) await client.close()
  }
})

t.test('which headers a request has', async t => {
  const { app, received } = await listen(t)
  const kept = {
    authorization: 'Bearer ada',
    cookie: 'user=ada',
    'x-api-key': 'k',
    'x-forwarded-for': '192.0.2.1',
    'accept-language': 'de'
  }
  const others = { 'mcp-protocol-version': '2025-11-25', 'if-none-match': '*', 'cache-control': 'no-cache' }
  t.match(await callTool(app, 'open', { url: '/me' }, { ...kept, ...others }), {
    structuredContent: { data: { name: 'ada' } }
  })
  const { headers } = received[0]!
  t.match(headers, kept)
  for (const name of [
    'mcp-protocol-version', 'if-none-match', 'content-type', 'cache-control', 'content-length'
  ]) t.equal(headers[name], undefined, name)
  t.equal(headers['accept'], 'application/json, application/*;q=0.8, */*;q=0.1')
})

t.test('what the endpoint rejects', async t => {
  const { app, received } = await listen(t)
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/mcp', payload, headers: { ...TOOL_HEADERS, ...headers } })
  const call = JSON.stringify(CALL)
  const rows = [
    ['no JSON', await post('{'), 400],
    ['no message', await post('{}'), 400],
    ['a call', await post(call), 200],
    ['a media type with parameters', await post(call, { 'content-type': 'Application/JSON; charset=utf-8' }), 200],
    ['a text', await post(call, { 'content-type': 'text/plain' }), 415],
    ['a form', await post(call, { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['a text with the name of JSON', await post(call, { 'content-type': 'text/plain; application/json' }), 415],
    ['another media type of JSON', await post(call, { 'content-type': 'application/vnd.api+json' }), 415],
    ['a longer name', await post(call, { 'content-type': 'application/jsonp' }), 415],
    ['no media type', await post(call, { 'content-type': '' }), 415],
    ['GET', await app.inject({ url: '/mcp', headers: { accept: 'text/event-stream' } }), 405],
    ['HEAD', await app.inject({ method: 'HEAD', url: '/mcp' }), 405],
    ['DELETE', await app.inject({ method: 'DELETE', url: '/mcp' }), 405]
  ] as const
  for (const [name, { statusCode }, expected] of rows) t.equal(statusCode, expected, name)
  t.equal(received.length, 2, 'two calls were accepted')
})

// Sends the headers of a browser to a real socket: fetch would not let Host differ.
function callFrom (url: string, headers: Record<string, string>, method = 'POST'): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...TOOL_HEADERS, ...headers } }
    const request = httpRequest(new URL('/mcp', url), options, response => {
      response.resume()
      resolve(response.statusCode!)
    })
    request.on('error', reject).end(method === 'POST' ? JSON.stringify(CALL) : undefined)
  })
}

const LAN = Object.values(networkInterfaces()).flat()
  .find(address => address?.internal === false && address.family === 'IPv4')?.address

t.test('a page whose name resolves to this machine cannot use the endpoint, at any address', async t => {
  const { app, received } = await buildShop()
  t.teardown(() => app.close())
  const { port } = new URL(await app.listen({ port: 0, host: '0.0.0.0' }))
  const evil = `evil.example:${port}`
  const REBOUND = { host: evil, origin: `http://${evil}` }
  const variants: ReadonlyArray<readonly [name: string, headers: Record<string, string>, method?: string]> = [
    ['its name', REBOUND],
    ['its name, without a port', { host: 'evil.example', origin: 'http://evil.example' }],
    ['its name, encrypted', { host: evil, origin: `https://${evil}` }],
    ['its name, in upper case', { host: evil.toUpperCase(), origin: `http://${evil.toUpperCase()}` }],
    ['its name, with a final dot', { host: `evil.example.:${port}`, origin: `http://evil.example.:${port}` }],
    ['a name that begins as this machine', { host: `localhost.${evil}`, origin: `http://localhost.${evil}` }],
    ['a name that begins as its address', { host: `127.0.0.1.${evil}`, origin: `http://127.0.0.1.${evil}` }],
    ['a forwarded name', { ...REBOUND, 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' }],
    ['a media type of forms', { ...REBOUND, 'content-type': 'text/plain' }],
    ['GET', REBOUND, 'GET'],
    ['HEAD', REBOUND, 'HEAD'],
    ['another origin than the host', { host: `localhost:${port}`, origin: `http://${evil}` }],
    ['another port', { host: `localhost:${port}`, origin: 'http://localhost:1' }],
    ['an opaque origin', { host: `localhost:${port}`, origin: 'null' }],
    ['no name', { host: '', origin: 'http://' }]
  ]
  for (const address of ['127.0.0.1', ...LAN === undefined ? [] : [LAN]]) {
    for (const [name, headers, method] of variants) {
      t.equal(await callFrom(`http://${address}:${port}`, headers, method), 403, `${name}, ${address}`)
    }
  }
  t.same(received, [])
})

t.test('which hosts an Origin may have', async t => {
  const HERE = { host: 'localhost:80', origin: 'http://localhost:80' }
  const REBOUND = { host: 'rebound.example:80', origin: 'http://rebound.example:80' }
  const PUBLIC = { host: 'api.example.com', origin: 'https://api.example.com' }
  const LISTED = { mcp: { allowedHosts: ['API.example.com', '127.0.0.1'] } }
  const rows: ReadonlyArray<readonly [
    name: string, options: ShopOptions, headers: Record<string, string>, status: number, elsewhere?: number
  ]> = [
    ['a loopback name', {}, HERE, 200, 403],
    ['a loopback name of a site', {}, { host: 'app.localhost', origin: 'http://app.localhost' }, 200, 403],
    ['an address of version 6', {}, { host: '[::1]:80', origin: 'http://[::1]:80' }, 200, 403],
    ['an address', {}, { host: '192.0.2.2', origin: 'http://192.0.2.2' }, 403],
    ['another name', {}, REBOUND, 403],
    ['another name, not from a browser', {}, { host: REBOUND.host }, 200],
    ['the name of baseUrl', { hyper: { baseUrl: 'https://api.example.com' } }, PUBLIC, 200],
    ['another name than that of baseUrl', { hyper: { baseUrl: 'https://api.example.com' } }, REBOUND, 403],
    ['a name that a function returns as baseUrl', { hyper: { baseUrl: () => 'https://api.example.com' } }, PUBLIC, 403],
    ['a name in allowedHosts', LISTED, PUBLIC, 200],
    ['a name in allowedHosts, not from a browser', LISTED, { host: '127.0.0.1:80' }, 200],
    ['another name than those in allowedHosts', LISTED, REBOUND, 403],
    ['a loopback name that is not in allowedHosts', LISTED, HERE, 403],
    ['another name than those in allowedHosts, not from a browser', LISTED, { host: REBOUND.host }, 403]
  ]
  for (const [name, options, headers, status, elsewhere = status] of rows) {
    const { app } = await buildShop(options)
    t.teardown(() => app.close())
    const { port } = new URL(await app.listen({ port: 0, host: '0.0.0.0' }))
    t.equal(await callFrom(`http://127.0.0.1:${port}`, headers), status, name)
    if (LAN !== undefined) t.equal(await callFrom(`http://${LAN}:${port}`, headers), elsewhere, `${name}, ${LAN}`)
  }
})

t.test('hooks of the scope decide about the endpoint', async t => {
  const app = newApp(t)
  app.addHook(
    'onRequest',
    async (request, reply) => request.headers.authorization === undefined
      ? reply.code(401).send({ error: 'Log in' })
      : undefined
  )
  await app.register(hyper)
  await app.register(mcp, { prefix: '/mcp' })
  t.equal((await app.inject(toolRequest('open', { url: '/me' }))).statusCode, 401)
})

/** A small API under a prefix, perhaps behind a proxy. */
async function prefixed (
  t: Test, { server = {}, options = {} }: { server?: FastifyServerOptions, options?: Partial<McpOptions> } = {},
  hyperOptions: Json = {}
) {
  class Root { readonly name = 'root' }
  const app = newApp(t, server)
  const links = defineLinks(Root, links => {
    links.self(LinkTarget.route('root'))
    links.link('other', LinkTarget.route('other', {}))
  })
  await app.register(async api => {
    await api.register(hyper, { links: [links], ...hyperOptions })
    await api.register(mcp, { prefix: '/mcp', ...options })
    api.get('/', { config: { hyper: { name: 'root', links: true } } }, () => new Root())
    api.get('/other', { config: { hyper: { name: 'other', links: true } } }, () => new Root())
  }, { prefix: '/api' })
  const open = async (input: Json = {}, headers: Record<string, string> = {}) =>
    (await callTool(app, 'open', input, headers, '/api/mcp')).structuredContent
  return { app, open }
}

t.test('the entry point, and URLs behind a prefix or a proxy', async t => {
  const links = [{ relation: 'self', url: '/api' }, { relation: 'other', url: '/api/other' }]
  const rows: ReadonlyArray<readonly [name: string, hyper: Json, headers: Record<string, string>]> = [
    ['absolute', {}, {}],
    ['paths', { hrefs: 'path' }, {}],
    ['a public URL', { baseUrl: 'https://shop.example' }, {}],
    ['a public URL with a prefix', { baseUrl: 'https://shop.example/shop' }, {}],
    ['HAL only', { negotiateFormat: false, defaultFormat: 'hal' }, {}]
  ]
  for (const [name, options, headers] of rows) {
    const { open } = await prefixed(t, {}, options)
    const root = await open({}, headers)
    t.match(root, { url: '/api/', data: { name: 'root' } }, name)
    t.same(root.links.map(({ relation, url }: Json) => ({ relation, url })), links, name)
    t.match(await open({ relation: 'other' }, headers), { url: '/api/other' }, name)
  }
  const behind = await prefixed(t, { server: { trustProxy: true } })
  t.match(
    await behind.open({ relation: 'other' }, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' }),
    { url: '/api/other' }
  )
  t.match(
    await behind.open({ url: 'https://shop.example/api/other' }, {
      'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example'
    }),
    { url: '/api/other' }
  )
  const own = await prefixed(t, { options: { entryPoint: '/api/other' } })
  t.match(await own.open(), { url: '/api/other' })
})

t.test('the entry point of a scope whose prefix has parameters: those of the request', async t => {
  const app = newApp(t)
  await app.register(async api => {
    await api.register(hyper)
    await api.register(mcp, { prefix: '/mcp' })
    api.get<{ Params: { tenant: string } }>('/', ({ params }) => ({ tenant: params.tenant }))
  }, { prefix: '/shops/:tenant' })
  const call = async (url: string, name: string) => (await callTool(app, name, {}, {}, url)).structuredContent
  for (const tenant of ['acme', 'caf%C3%A9']) {
    const url = `/shops/${tenant}/`
    t.match(await call(`${url}mcp?page=1/2`, 'open'), { url, data: { tenant: decodeURIComponent(tenant) } })
    t.match(await call(`${url}mcp`, 'find'), { entryPoint: url })
  }
})

t.test('invalid options', async t => {
  const register = async (options: Json, withHyper = true) => {
    const app = newApp(t)
    if (withHyper) await app.register(hyper)
    await app.register(mcp, options)
    await app.ready()
  }
  const rows = [
    [{}, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', name: '' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', version: 1 }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', entryPoint: '//evil.example' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', entryPoint: 'orders' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', text: 'auto' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', allowedHosts: [] }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', allowedHosts: ['https://api.example.com'] }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', allowedHosts: ['api.example.com:80'] }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ prefix: '/mcp', title: 'x' }, 'FST_ERR_HYPER_UNKNOWN_KEY']
  ] as const
  for (const [options, code] of rows) await t.rejects(register(options), { code }, JSON.stringify(options))
  await t.rejects(register({ prefix: '/mcp' }, false), { code: 'FST_ERR_HYPER_NOT_REGISTERED' })
  await t.resolves(register({ prefix: '/mcp', name: undefined }))
})

t.test('two endpoints of one API', async t => {
  const app = await hyperApp(t)
  await app.register(mcp, { prefix: '/a' })
  await app.register(mcp, { prefix: '/b' })
  t.equal((await app.inject('/b')).statusCode, 405)
})

t.test('in a scope that gives it a version, it reaches routes of that version', async t => {
  const app = await hyperApp(t, { hrefs: 'path' })
  await app.register(async scope => {
    scope.addHook('onRoute', route => { route.constraints = { version: '1.0.0' } })
    await scope.register(mcp, { prefix: '/mcp' })
  })
  const links = defineLinks<object>(links => { links.self(LinkTarget.uri('/orders/1')) })
  app.get('/orders/1', { constraints: { version: '1.0.0' }, config: { hyper: { links } } }, () => ({ id: 1 }))
  const { call } = await agentAt(t, app, { 'accept-version': '1.x' })
  const { content } = await call('open', { url: '/orders/1' })
  t.strictSame([content.status, content.data], [200, { id: 1 }])
  await t.rejects(connect(app.listeningOrigin), 'without the header there is no endpoint')
})
