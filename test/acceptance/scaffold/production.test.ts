import t, { type Test } from 'tap'
import { hyperApi, LIB } from './command.ts'

// `hyper-api check --production`: each setting that the start knows to be unsafe, and the same app without it.

const at = (name: string) => JSON.stringify(import.meta.resolve(name))
const SECRET = 'a'.repeat(32)

/** An app whose parts the rows replace. */
const DEFAULTS = {
  server: '{}',
  before: '',
  hyper: "{ baseUrl: 'https://api.example.com' }",
  login: 'config: { rateLimit: { max: 10 } }',
  limit: '{ global: false }',
  jwt: `jwt, { secret: '${SECRET}' }`,
  cookie: `{ secret: '${SECRET}' }`,
  html: "{ login: { route: 'Login', token: 'token' } }",
  mcp: "{ allowedHosts: ['api.example.com'] }",
  after: ''
}

type Parts = Readonly<Partial<typeof DEFAULTS>>

function appOf (parts: Parts): string {
  const { server, before, hyper, login, limit, jwt, cookie, html, mcp, after } = { ...DEFAULTS, ...parts }
  return `
    import Fastify from 'fastify'
    import cookie from ${at('@fastify/cookie')}
    import jwt from ${at('@fastify/jwt')}
    import rateLimit from ${at('@fastify/rate-limit')}
    import { hyperExplorer } from ${at('fastify-hyper/explorer')}
    import { html } from ${at('fastify-hyper/html')}
    import { mcp } from ${at('fastify-hyper/mcp')}
    import hyper from '${LIB}'
    export const app = Fastify(${server})
    ${before}
    await app.register(rateLimit, ${limit})
    await app.register(${jwt})
    await app.register(cookie, ${cookie})
    await app.register(hyper, ${hyper})
    await app.register(html, ${html})
    await app.register(mcp, { prefix: '/mcp', name: 'orders', ...${mcp} })
    await app.register(hyperExplorer, { prefix: '/explorer' })
    app.post('/login', {
      schema: {
        body: { type: 'object', properties: { password: { type: 'string' } } },
        operationId: 'Login'
      },
      ${login}
    }, () => ({ token: 'x' }))
    ${after}`
}

const LIMIT = 'HYPER043 route POST /login: no limit of @fastify/rate-limit applies'
const COOKIE = 'HYPER043 html options, login: its cookie is not Secure'
const secretOf = (plugin: string, kind: string) => `HYPER043 app.register(${plugin}), secret: the secret ${kind}`

const ROWS: readonly (readonly [name: string, parts: Parts, findings: readonly string[]])[] = [
  ['what is safe', {}, []],
  ['every proxy is trusted', { server: '{ trustProxy: true }' }, [
    'HYPER043 option trustProxy: it is true, so any client can choose the address'
  ]],
  ['hosts of clients, and no TLS', { hyper: '{}' }, [
    COOKIE, 'HYPER043 fastify-hyper options, baseUrl: hrefs begin with the Host of each request'
  ]],
  ['a URL without TLS', { hyper: "{ baseUrl: 'http://api.example.com' }" }, [COOKIE]],
  ['TLS of proxies', { server: "{ trustProxy: '10.0.0.0/8' }", hyper: "{ hrefs: 'path' }" }, []],
  ['tools for every host', { mcp: '{}' }, ['HYPER043 app.register(mcp): the option allowedHosts is missing']],
  ['the explorer', { after: "await app.register(hyperExplorer, { prefix: '/dev', enabled: true })" }, [
    'HYPER043 app.register(hyperExplorer): it is registered'
  ]],
  ['no limit', { login: '' }, [LIMIT]],
  ['a limit that the route is without', { login: 'config: { rateLimit: false }', limit: '{}' }, [LIMIT]],
  ['a limit of all routes', { login: '', limit: '{ max: 100 }' }, []],
  ['a limit by a hook', { login: 'preHandler: app.rateLimit({ max: 10 })' }, []],
  ['a limit by a hook of the scope', {
    login: '', after: "app.addHook('onRequest', app.rateLimit({ max: 10 }))"
  }, []],
  ['a short secret', { jwt: "jwt, { secret: 'secret' }" }, [secretOf('@fastify/jwt', 'has fewer than 32 bytes')]],
  ['a published secret of a module that is loaded later', {
    jwt: `import(${at('@fastify/jwt')}), () => ({ secret: 'for development only: everyone knows this secret' })`
  }, [secretOf('@fastify/jwt', 'is published')]],
  ['one short key of two', { cookie: `{ secret: ['${SECRET}', 'old'] }` }, [
    secretOf('@fastify/cookie', 'has fewer than 32 bytes')
  ]],
  ['a secret of pages', { html: "{ login: { route: 'Login', token: 'token', secret: 'short' } }" }, [
    'HYPER043 html options, login, secret: the secret has fewer than 32 bytes'
  ]],
  ['a key that is a function, and a short one in another scope', {
    jwt: 'jwt, { secret: async () => "x" }',
    after: 'app.register(async own => own.register(jwt, { namespace: "a", secret: { private: "b", public: "b" } }))'
  }, [secretOf('@fastify/jwt', 'has fewer than 32 bytes')]]
]

t.jobs = 2

async function codesOf (t: Test, parts: Parts, options: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await hyperApi(['check', 'app.mjs', ...options], t.testdir({ 'app.mjs': appOf(parts) }))
  t.equal(stderr, '')
  return stdout.split('\n').filter(line => line.startsWith('HYPER043'))
}

for (const [name, parts, findings] of ROWS) {
  t.test(name, { buffered: true }, async t => {
    const found = await codesOf(t, parts, ['--production'])
    t.equal(found.length, findings.length, found.join('\n'))
    for (const finding of findings) t.ok(found.some(line => line.startsWith(finding)), finding)
  })
}

t.test('it is one list with other findings, and nothing without the option', { buffered: true }, async t => {
  const app = appOf({ mcp: '{}', hyper: '{}', login: '', jwt: "jwt, { secret: 'secret' }" })
  const cwd = t.testdir({ 'app.mjs': app })
  t.match(await hyperApi(['check', 'app.mjs'], cwd), { status: 0, stdout: /^Nothing found/ })
  const { status, stdout } = await hyperApi(['check', 'app.mjs', '--production', '--json'], cwd)
  const { findings } = JSON.parse(stdout) as { findings: { code: string, place: string, message: string }[] }
  t.same([status, findings.length, new Set(findings.map(({ code }) => code))], [1, 5, new Set(['HYPER043'])])
  t.notMatch(stdout, /'secret'/, 'no secret is printed')
})
