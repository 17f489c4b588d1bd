import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client, type OAuthClientProvider, type StoredOAuthClientInformation, type StoredOAuthTokens,
  StreamableHTTPClientTransport, UnauthorizedError
} from '@modelcontextprotocol/client'
import Fastify from 'fastify'
import Provider from 'oidc-provider'
import t, { type Test } from 'tap'
import { ordersWithLogin } from './oauth.ts'

// The official client at the API of the recipe, with an authorization server: from the 401 to the first `open`.

const REDIRECT = 'http://127.0.0.1:9/callback'

/** An authorization server that demands PKCE, and whose people log in with any password. */
async function startProvider (t: Test): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve) })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] as never },
    scopes: ['openid', 'offline_access', 'orders'],
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'orders', audience: resource, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } }
        })
      }
    }
  })
  const handle = provider.callback()
  server.on('request', handle)
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return issuer
}

/** The API of the recipe, at an address that is known before it listens. */
async function startApi (t: Test, issuer: string): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => { server.close(resolve) })
  const app = Fastify()
  const baseUrl = `http://127.0.0.1:${port}`
  await ordersWithLogin(app, { issuer, baseUrl })
  await app.listen({ port, host: '127.0.0.1' })
  t.teardown(() => app.close())
  return baseUrl
}

/** A person with a browser: logs in and agrees. Returns the parameters of the redirect to the client. */
async function logIn (start: URL): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let [url, form] = [start, null as URLSearchParams | null]
  for (;;) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual', headers: { cookie }, ...(form === null ? {} : { method: 'POST', body: form })
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location === null) {
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page)!
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page)!
      url = new URL(action!, url)
      form = new URLSearchParams({ prompt: prompt!, login: 'ada', password: 'any' })
    } else {
      url = new URL(location, url)
      form = null
      if (url.href.startsWith(REDIRECT)) return url.searchParams
    }
  }
}

/** What a client remembers of its login. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = {
    client_name: 'test',
    redirect_uris: [REDIRECT],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code']
  }

  /** Where the person is sent. */
  page: URL | undefined
  #client: StoredOAuthClientInformation | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''

  clientInformation () { return this.#client }
  saveClientInformation (client: StoredOAuthClientInformation) { this.#client = client }
  tokens () { return this.#tokens }
  saveTokens (tokens: StoredOAuthTokens) { this.#tokens = tokens }
  redirectToAuthorization (page: URL) { this.page = page }
  saveCodeVerifier (verifier: string) { this.#verifier = verifier }
  codeVerifier () { return this.#verifier }
}

async function connect (endpoint: URL, authProvider: Memory) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(endpoint, { authProvider })
  return { client, transport, connected: client.connect(transport) }
}

/** Lets the official client log in at an endpoint. Returns what it remembers, and where it sent the person. */
async function logInAt (t: Test, endpoint: URL): Promise<{ memory: Memory, page: URL }> {
  const memory = new Memory()
  const { transport, connected } = await connect(endpoint, memory)
  await t.rejects(connected, UnauthorizedError)
  const page = memory.page!
  await transport.finishAuth(await logIn(page))
  return { memory, page }
}

t.test('the official client logs in, with PKCE, and opens the entry point as its user', async t => {
  const issuer = await startProvider(t)
  const api = await startApi(t, issuer)
  const endpoint = new URL('/mcp', api)
  const { memory, page } = await logInAt(t, endpoint)
  t.equal(page.origin, issuer, 'the metadata lead to the authorization server')
  const { resource, scope, code_challenge_method: method } = Object.fromEntries(page.searchParams)
  t.strictSame([resource, scope, method], [`${api}/mcp`, 'orders', 'S256'])
  const { client, connected } = await connect(endpoint, memory)
  await connected
  t.teardown(() => client.close())
  const { structuredContent } = await client.callTool({ name: 'open', arguments: {} })
  t.match(structuredContent, { status: 200, data: { user: 'ada' } })
})

t.test('a token for another API, and one that nobody issued, lead to the login again', async t => {
  const issuer = await startProvider(t)
  const [one, other] = [await startApi(t, issuer), await startApi(t, issuer)]
  const { memory } = await logInAt(t, new URL('/mcp', one))
  for (const token of [memory.tokens()!.access_token, 'eyJhbGciOiJub25lIn0.e30.', 'none']) {
    const { status, headers } = await fetch(new URL('/mcp', other), {
      method: 'POST', headers: { authorization: `Bearer ${token}` }
    })
    const challenge = `Bearer resource_metadata="${other}/.well-known/oauth-protected-resource/mcp"`
    t.strictSame([status, headers.get('www-authenticate')], [401, challenge], token.slice(0, 10))
  }
})
