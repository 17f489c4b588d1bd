import Fastify, { type FastifyServerOptions } from 'fastify'
import t from 'tap'
import hyper, { type HyperOptions, LinkTarget } from '../../../lib/index.ts'
import { warnings } from '../../support/projection.ts'
import { serve } from '../../support/servers.ts'

type TrustProxy = FastifyServerOptions['trustProxy']

/** The href of a route, as a request through Fastify gets it. */
async function hrefOf (
  headers: Record<string, string>, trustProxy: TrustProxy, remoteAddress = '127.0.0.1', options: HyperOptions = {}
): Promise<string> {
  const app = Fastify(trustProxy === undefined ? {} : { trustProxy })
  try {
    await app.register(hyper, { baseUrl: { prefixHeader: 'X-Forwarded-Prefix' }, ...options })
    app.get('/orders', { config: { hyper: { name: 'List' } } }, async request =>
      app.hyper.href(LinkTarget.route('List'), request))
    return (await app.inject({ url: '/orders', headers: { host: 'api.example', ...headers }, remoteAddress })).body
  } finally {
    await app.close()
  }
}

const PREFIX = { 'x-forwarded-prefix': '/v1' }

const TRUST: ReadonlyArray<[name: string, trustProxy: TrustProxy, remote: string, trusted: boolean]> = [
  ['not given', undefined, '127.0.0.1', false],
  ['false', false, '127.0.0.1', false],
  ['true', true, '203.0.113.9', true],
  ['the address of the peer', '127.0.0.1', '127.0.0.1', true],
  ['another address', '10.0.0.1', '203.0.113.9', false],
  ['a list with the peer', ['10.0.0.0/8', '192.0.2.0/24'], '10.1.2.3', true],
  ['a list without the peer', ['10.0.0.0/8'], '203.0.113.9', false],
  ['a function', address => address === '192.0.2.1', '192.0.2.1', true],
  ['a function that does not trust', () => false, '192.0.2.1', false]
]

t.test('only a trusted proxy names the prefix', async t => {
  for (const [name, trustProxy, remote, trusted] of TRUST) {
    t.equal(await hrefOf(PREFIX, trustProxy, remote), `http://api.example${trusted ? '/v1' : ''}/orders`, name)
    t.equal(await hrefOf({}, trustProxy, remote), 'http://api.example/orders', `${name}, without the header`)
  }
})

t.test('with the other headers of the proxy', async t => {
  const headers = { ...PREFIX, 'x-forwarded-host': 'www.example', 'x-forwarded-proto': 'https' }
  t.equal(await hrefOf(headers, '127.0.0.1'), 'https://www.example/v1/orders')
  t.equal(await hrefOf(headers, '127.0.0.1', '127.0.0.1', { hrefs: 'path' }), '/v1/orders')
  t.equal(
    await hrefOf({ 'x-script-name': '/v2' }, '127.0.0.1', '127.0.0.1', { baseUrl: { prefixHeader: 'x-script-name' } }),
    'http://api.example/v2/orders'
  )
})

// The value, and the path of hrefs; null if they have no origin.
const VALUES: ReadonlyArray<[value: string, prefix: string | null]> = [
  ['', ''], ['/', ''], ['/v1/', '/v1'], ['/a/b', '/a/b'], ['/a%20b', '/a%20b'], ['/a, /b', '/b'], ['/..a', '/..a'],
  ['v1', null], ['//evil.example', null], ['/a//b', null], ['//', null], ['/a/../b', null], ['/a/%2e%2E', null],
  ['/.', null],
  ['https://evil.example', null],
  ['/a?b=c', null], ['/a#b', null], ['/a"b', null], ['/a<b', null], ['/a\\b', null], ['/a b', null], ['/%zz', null],
  ['/a,', '']
]

t.test('the value is a path', async t => {
  for (const [value, prefix] of VALUES) {
    t.equal(
      await hrefOf({ 'x-forwarded-prefix': value }, '127.0.0.1'),
      prefix === null ? '/orders' : `http://api.example${prefix}/orders`, JSON.stringify(value)
    )
  }
})

t.test('a prefix that is no path is reported once', async t => {
  const { send, log } = await serve(t, async app => {
    await app.register(hyper, { baseUrl: { prefixHeader: 'x-forwarded-prefix' } })
    app.get('/orders', { config: { hyper: { name: 'List' } } }, async request =>
      app.hyper.href(LinkTarget.route('List'), request))
  }, { trustProxy: '127.0.0.1' })
  for (const value of ['//evil.example', '?']) {
    await send({ method: 'GET', path: '/orders', headers: [['X-Forwarded-Prefix', value]] })
  }
  t.match(warnings(log, 'HYPER007'), [/^fastify-hyper options, baseUrl, prefixHeader: .*contains no path/])
  t.notMatch(warnings(log, 'HYPER007'), [/evil/])
})

t.test('every client names the prefix with trustProxy: true', async t => {
  for (const hrefs of ['path', 'absolute'] as const) {
    const { log } = await serve(t, app =>
      app.register(hyper, { hrefs, baseUrl: { prefixHeader: 'x-forwarded-prefix' } }), { trustProxy: true })
    t.equal(warnings(log, 'HYPER019').length, 1)
  }
})

t.test('options that are none', async t => {
  const wrong: readonly unknown[] = [
    {}, { prefixHeader: '' }, { prefixHeader: 'a b' }, { prefixHeader: 5 }, { header: 'x' }, []
  ]
  for (const baseUrl of wrong) {
    await t.rejects(
      async () => Fastify().register(hyper, { baseUrl } as HyperOptions),
      { code: /^FST_ERR_HYPER_(?:INVALID_OPTION|UNKNOWN_KEY)$/ }, JSON.stringify(baseUrl)
    )
  }
})
