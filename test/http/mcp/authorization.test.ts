import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { type Finding, findingTopic } from '../../../lib/diagnostics/inspection.ts'
import hyper, { type HyperOptions } from '../../../lib/index.ts'
import { mcp, type McpAuthorization, protectedResource } from '../../../mcp/index.ts'
import { newApp } from '../../support/servers.ts'
import { toolRequest } from '../../support/tool-calls.ts'
import type { Json } from './agent.ts'

// Where clients log in: the metadata of the endpoint, and the challenge of a 401.

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
const SERVERS = ['https://login.example.com']
const BASE = 'https://api.example.com'

type Hook = (request: Json, reply: Json) => Promise<unknown>

interface Given {
  readonly authorization?: McpAuthorization
  readonly hyper?: HyperOptions
  readonly prefix?: string
  /** What the root has beside the scope. */
  readonly declare?: (app: FastifyInstance) => unknown
  /** A hook of the scope. */
  readonly onRequest?: Hook
}

async function serve (t: Test, {
  authorization = { servers: SERVERS }, hyper: options = { baseUrl: BASE }, prefix = '', declare, onRequest
}: Given = {}) {
  const app = newApp(t)
  await declare?.(app)
  await app.register(async scope => {
    if (onRequest !== undefined) scope.addHook('onRequest', onRequest)
    await scope.register(hyper, options)
    await scope.register(mcp, { prefix: '/mcp', name: 'orders', authorization })
  }, prefix === '' ? {} : { prefix })
  await app.ready()
  const challengeOf = async (headers: Record<string, string> = {}, url = `${prefix}/mcp`) => {
    const { statusCode, headers: sent } = await app.inject(toolRequest('open', {}, headers, url))
    return [statusCode, sent['www-authenticate']]
  }
  return { app, challengeOf, read: async (url: string) => app.inject({ url }) }
}

t.test('the metadata of an endpoint', async t => {
  const { app, read } = await serve(t, { authorization: { servers: SERVERS, scopes: ['orders:read', 'orders'] } })
  for (const url of [`${WELL_KNOWN}/mcp`, WELL_KNOWN]) {
    const { statusCode, headers, payload } = await read(url)
    t.strictSame([statusCode, headers['content-type'], JSON.parse(payload)], [200, 'application/json; charset=utf-8', {
      resource: `${BASE}/mcp`,
      authorization_servers: SERVERS,
      scopes_supported: ['orders:read', 'orders'],
      bearer_methods_supported: ['header'],
      resource_name: 'orders'
    }])
  }
  t.equal((await app.inject({ method: 'HEAD', url: `${WELL_KNOWN}/mcp` })).statusCode, 200)
  t.equal((await read(`${WELL_KNOWN}/other`)).statusCode, 404)
})

t.test('the challenge of a 401', async t => {
  const parameter = `resource_metadata="${BASE}${WELL_KNOWN}/mcp"`
  const sends = (status: number, header?: string | string[]): Hook => async (_request: Json, reply: Json) => {
    if (header !== undefined) reply.header('www-authenticate', header)
    return reply.code(status).send({})
  }
  const bearer = { authorization: 'Bearer x' }
  const optional = { authorization: { servers: SERVERS, required: false } }
  const throws = async () => { throw Object.assign(new Error('no'), { statusCode: 401 }) }
  const rows: ReadonlyArray<readonly [
    name: string, given: Given, headers: Record<string, string>, status: number, challenge: string | undefined
  ]> = [
    ['no token', {}, {}, 401, `Bearer ${parameter}`],
    ['an empty header', {}, { authorization: '' }, 401, `Bearer ${parameter}`],
    ['a token', {}, bearer, 200, undefined],
    ['no token, which is not required', optional, {}, 200, undefined],
    ['a hook that sends', { onRequest: sends(401) }, bearer, 401, `Bearer ${parameter}`],
    ['a hook that throws', { onRequest: throws }, bearer, 401, `Bearer ${parameter}`],
    ['a hook that sends, without a token', { ...optional, onRequest: sends(401) }, {}, 401, `Bearer ${parameter}`],
    ['a challenge', { onRequest: sends(401, 'Bearer realm="a", error="invalid_token"') }, bearer, 401,
      `Bearer ${parameter}, realm="a", error="invalid_token"`],
    ['the name alone', { onRequest: sends(401, 'bearer') }, bearer, 401, `Bearer ${parameter}`],
    ['another challenge', { onRequest: sends(401, 'Basic realm="a"') }, bearer, 401,
      `Bearer ${parameter}, Basic realm="a"`],
    ['two', { onRequest: sends(401, ['Basic realm="a"', 'DPoP']) }, bearer, 401,
      `Bearer ${parameter}, Basic realm="a", DPoP`],
    ['its own metadata', { onRequest: sends(401, 'Bearer resource_metadata="https://a.example/"') }, bearer, 401,
      'Bearer resource_metadata="https://a.example/"'],
    ['403', { onRequest: sends(403) }, bearer, 403, undefined]
  ]
  for (const [name, given, headers, status, challenge] of rows) {
    const { challengeOf } = await serve(t, given)
    t.strictSame(await challengeOf(headers), [status, challenge], name)
  }
})

t.test('the URL of the endpoint, which tokens are for', async t => {
  const of = (resource: string): Given => ({ hyper: {}, authorization: { servers: SERVERS, resource } })
  const rows: ReadonlyArray<readonly [name: string, given: Given, resource: string, metadata: string]> = [
    ['a final slash', { hyper: { baseUrl: `${BASE}/` } }, `${BASE}/mcp`, `${BASE}${WELL_KNOWN}/mcp`],
    ['a proxy with a prefix', { hyper: { baseUrl: `${BASE}/v1` } }, `${BASE}/v1/mcp`, `${BASE}/v1${WELL_KNOWN}/mcp`],
    ['an option', of('https://a.example/mcp'), 'https://a.example/mcp', `https://a.example${WELL_KNOWN}/mcp`],
    ['an option with a prefix', of('https://a.example/v1/mcp'), 'https://a.example/v1/mcp',
      `https://a.example/v1${WELL_KNOWN}/mcp`],
    ['an option without the path', of('https://a.example'), 'https://a.example', `https://a.example${WELL_KNOWN}/mcp`]
  ]
  for (const [name, given, resource, metadata] of rows) {
    const { challengeOf, read } = await serve(t, given)
    t.equal(JSON.parse((await read(`${WELL_KNOWN}/mcp`)).payload).resource, resource, name)
    t.strictSame(await challengeOf(), [401, `Bearer resource_metadata="${metadata}"`], name)
  }
})

t.test('the root serves the metadata of scopes with a prefix', async t => {
  const declare = (app: FastifyInstance) => app.register(protectedResource)
  const { read, challengeOf } = await serve(t, { prefix: '/api', declare })
  t.equal(JSON.parse((await read(`${WELL_KNOWN}/api/mcp`)).payload).resource, `${BASE}/api/mcp`)
  t.strictSame(await challengeOf(), [401, `Bearer resource_metadata="${BASE}${WELL_KNOWN}/api/mcp"`])
  for (const url of ['/mcp', '/api', '/api/mcp/x', '/', '/__proto__']) {
    t.equal((await read(WELL_KNOWN + url)).statusCode, 404, url)
  }
})

t.test('a prefix with parameters: the metadata of each of its values', async t => {
  const { read, challengeOf } = await serve(t, {
    prefix: '/shops/:shop', declare: app => app.register(protectedResource)
  })
  for (const shop of ['acme', 'caf%C3%A9', '%22']) {
    const path = `/shops/${shop}/mcp`
    t.equal(JSON.parse((await read(WELL_KNOWN + path)).payload).resource, BASE + path)
    t.strictSame(await challengeOf({}, path), [401, `Bearer resource_metadata="${BASE}${WELL_KNOWN}${path}"`])
  }
})

t.test('the start reports metadata that nothing serves', async t => {
  const found = async (given: Given) => {
    const findings: Finding[] = []
    const end = findingTopic.subscribe(({ finding }) => { findings.push(finding) })
    await serve(t, given)
    end()
    return findings.filter(({ code }) => code === 'HYPER044').map(({ place }) => place)
  }
  t.strictSame(await found({ prefix: '/api' }), ['mcp /api/mcp, authorization'])
  t.strictSame(await found({ prefix: '/api', declare: app => app.register(protectedResource) }), [])
  t.strictSame(await found({}), [])
})

t.test('two endpoints: the path without a suffix has the metadata of the first', async t => {
  const app = newApp(t)
  await app.register(hyper, { baseUrl: BASE })
  for (const prefix of ['/one', '/two']) await app.register(mcp, { prefix, authorization: { servers: SERVERS } })
  for (const [url, resource] of [['', '/one'], ['/one', '/one'], ['/two', '/two']] as const) {
    t.equal(JSON.parse((await app.inject(WELL_KNOWN + url)).payload).resource, BASE + resource, url)
  }
})

t.test('invalid options', async t => {
  const invalid = { code: 'FST_ERR_HYPER_INVALID_OPTION' }
  for (const authorization of [
    {}, { servers: [] }, { servers: 'https://a.example' }, { servers: ['a.example'] }, { servers: ['ftp://a.example'] },
    { servers: ['https://a.example/#x'] }, { servers: ['https://a.example"'] }, { servers: SERVERS, scopes: [] },
    { servers: SERVERS, scopes: ['a b'] }, { servers: SERVERS, scopes: [1] }, { servers: SERVERS, required: 'yes' },
    { servers: SERVERS, resource: '/mcp' }
  ]) await t.rejects(serve(t, { authorization } as Json), invalid, JSON.stringify(authorization))
  await t.rejects(serve(t, { authorization: { servers: SERVERS, issuer: 'x' } } as Json), {
    code: 'FST_ERR_HYPER_UNKNOWN_KEY'
  })
  for (const hyper of [{}, { baseUrl: () => BASE }]) {
    await t.rejects(serve(t, { hyper }), { ...invalid, message: /fixed baseUrl/ })
  }
  const scoped = newApp(t)
  await t.rejects(async () => scoped.register(protectedResource, { prefix: '/api' }), invalid)
})
