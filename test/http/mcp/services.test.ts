import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { environmentOf } from '../../../lib/context/environment.ts'
import hyper, { defineLinks, LinkTarget, type ServiceCatalog } from '../../../lib/index.ts'
import { mcp, type McpOptions } from '../../../mcp/index.ts'
import { Location } from '../../../mcp/location.ts'
import type { AllowedService } from '../../../mcp/options.ts'
import { hyperApp, newApp } from '../../support/servers.ts'
import { agentAt, serveTools } from './agent.ts'

// Tools follow links and perform actions of named services. Whoever writes hrefs, no other origin gets a request.

const CATALOG: ServiceCatalog = {
  version: 1,
  routes: {
    GetInvoice: { methods: ['GET'], path: '/invoices/:id' },
    PayInvoice: {
      methods: ['POST'],
      path: '/invoices/:id/pay',
      body: { type: 'object', properties: { card: { type: 'string' } }, required: ['card'] }
    }
  }
}

const UNREACHABLE = { services: { billing: { catalog: CATALOG, baseUrl: 'http://127.0.0.1:1' } } }

interface Received { readonly request: string, readonly authorization: string | undefined, readonly cookie: unknown }

interface Invoice { id: number, paid: boolean, note: string }

async function billing (t: Test, evil: string, shop: { origin: string }) {
  const received: Received[] = []
  const app = newApp(t)
  const links = defineLinks<Invoice>(links => {
    links.self(LinkTarget.route('GetInvoice', invoice => ({ id: invoice.id })))
    links.link('evil', LinkTarget.uri(`${evil}/steal`))
    links.affordance('pay', LinkTarget.route('PayInvoice', invoice => ({ id: invoice.id }))).when(({ paid }) => !paid)
    links.affordance('leak', LinkTarget.uri(`${evil}/steal`))
    links.affordance('promote', () => LinkTarget.uri(`${shop.origin}/promote`))
  }, { name: 'Invoice' })
  const invoice = { id: 1, paid: false, note: 'x', _data: { _links: { evil: { href: evil } } } }
  await app.register(hyper)
  app.addHook('onRequest', async ({ method, url, headers: { authorization, cookie } }) => {
    received.push({ request: `${method} ${url}`, authorization, cookie })
  })
  const config = (name: string) => ({ config: { hyper: { name, links } } })
  app.get('/invoices/:id', config('GetInvoice'), () => invoice)
  app.get('/away', (_request, reply) => reply.redirect(`${evil}/steal`))
  app.get('/back', (_request, reply) => reply.redirect('/invoices/1'))
  app.post('/invoices/:id/pay', { ...config('PayInvoice'), schema: { body: CATALOG.routes['PayInvoice']!.body! } },
    () => ({ ...invoice, paid: true }))
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), received }
}

async function attacker (t: Test): Promise<{ origin: string, received: string[] }> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    response.end('{}')
  })
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function setUp (t: Test, services: McpOptions['services']) {
  const evil = await attacker(t)
  const shop = { origin: '', promoted: 0 }
  const service = await billing(t, evil.origin, shop)
  const app = newApp(t)
  const links = defineLinks<object>(links => {
    const target = LinkTarget.service
    links.self(LinkTarget.uri('/'))
    links.link('invoice', target('billing', 'GetInvoice', { id: 1 }))
    links.link('invoices', LinkTarget.serviceTemplate('billing', 'GetInvoice'))
    links.link('away', LinkTarget.uri(`${service.origin}/away`))
    links.link('back', LinkTarget.uri(`${service.origin}/back`))
    links.link('evil', LinkTarget.uri(evil.origin))
    links.affordance('pay', target('billing', 'PayInvoice', { id: 1 })).when(() => true)
  }, { name: 'Order' })
  await app.register(hyper, { services: { billing: { catalog: CATALOG, baseUrl: service.origin } } })
  await app.register(mcp, services === undefined ? { prefix: '/mcp' } : { prefix: '/mcp', services })
  app.get('/', { config: { hyper: { name: 'Root', links } } }, () => ({ name: 'Shop' }))
  app.post('/promote', () => ({ promoted: ++shop.promoted }))
  const agent = await agentAt(t, app, { authorization: 'Bearer secret', cookie: 'session=secret' })
  shop.origin = app.listeningOrigin
  return { ...agent, service, evil, shop }
}

const relationsIn = (content: { links: { relation: string }[] }) => content.links.map(({ relation }) => relation)

t.test('without the option, links to services are shown, and not followed', async t => {
  const { call, service } = await setUp(t, undefined)
  const { content } = await call('open', {})
  t.match(content.links[1], { relation: 'invoice', external: `${service.origin}/invoices/1` })
  t.match((await call('open', { relation: 'invoice' })).content, { error: { title: /another site/ } })
  t.match((await call('open', { url: `${service.origin}/invoices/1` })).content, { error: { title: /not belong/ } })
  t.same(service.received, [])
})

t.test('a named service: links, templates and actions', async t => {
  const { call, service, evil } = await setUp(t, { billing: 'credentials' })
  const url = `${service.origin}/invoices/1`
  const { content: root } = await call('open', {})
  t.match(root.actions, [{ action: 'pay', target: `${url}/pay`, inputSchema: { required: ['card'] } }])
  const { content } = await call('open', { relation: 'invoice' })
  t.match(content, { url, data: { id: 1, paid: false } })
  t.same(relationsIn(content), ['self', 'evil'])
  t.match(content.links[1], { external: `${evil.origin}/steal` })
  t.same(content.actions.map(({ action }: { action: string }) => action), ['pay'], 'without those of other sites')
  t.ok(JSON.stringify(content.data).includes('_links'), 'data stays data')
  t.match((await call('open', { relation: 'invoices', variables: { id: 1 } })).content, { url })
  t.match((await call('open', { relation: 'back' })).content, { url }, 'a redirect within the service')
  t.match((await call('act', { url, action: 'pay', input: { card: '1234' } })).content, { data: { paid: true } })
  t.match((await call('act', { url: '/', action: 'pay', input: { card: '1234' } })).content, { data: { paid: true } })
  t.same(new Set(service.received.map(({ authorization }) => authorization)), new Set(['Bearer secret']))
  t.ok(service.received.every(({ cookie }) => cookie === undefined), 'cookies stay in the app')
})

t.test('a service that is named without credentials gets none', async t => {
  const { call, service } = await setUp(t, { billing: true })
  t.match((await call('open', { relation: 'invoice' })).content, { data: { id: 1 } })
  t.same(service.received, [{ request: 'GET /invoices/1', authorization: undefined, cookie: undefined }])
})

t.test('no other origin gets a request, whoever writes the href', async t => {
  const { call, service, evil } = await setUp(t, { billing: 'credentials' })
  const [host, port] = service.origin.slice('http://'.length).split(':') as [string, string]
  const hostile = [
    evil.origin, `${service.origin}@${evil.origin.slice('http://'.length)}/`, `${service.origin}.evil.test/`,
    `http://user:pw@${host}:${port}/invoices/1`, `${service.origin}1/`, `//${evil.origin.slice('http://'.length)}/`,
    `https://${host}:${port}/invoices/1`, 'file:///etc/passwd', `${evil.origin}/?${service.origin}/`,
    `${evil.origin}\\@${host}:${port}/`
  ]
  for (const url of hostile) t.match((await call('open', { url })).content, { error: { title: /not belong/ } }, url)
  for (const relation of ['evil', 'away']) t.match((await call('open', { relation })).content, { error: {} }, relation)
  t.match((await call('open', { url: `${service.origin}/away` })).content, { error: { title: /redirects to another/ } })
  const url = `${service.origin}/invoices/1`
  t.match((await call('open', { url, relation: 'evil' })).content, { error: { title: /another site/ } })
  t.match((await call('act', { url, action: 'leak' })).content, { error: { title: /not offer this action/ } })
  t.same(evil.received, [])
  t.ok(service.received.every(({ request }) => ['GET /invoices/1', 'GET /away'].includes(request)))
})

t.test('a service names no actions of the app, which has the credentials of the caller', async t => {
  const { call, service, shop } = await setUp(t, { billing: true })
  const url = `${service.origin}/invoices/1`
  t.match((await call('act', { url, action: 'promote' })).content, { error: { title: /not offer this action/ } })
  t.equal(shop.promoted, 0)
})

t.test('behind one gateway, a URL belongs to the service that gets the request', async t => {
  const gateway = 'http://gateway.test'
  const at = (path: string, hasCredentials: boolean): AllowedService =>
    ({ service: { name: path, catalog: CATALOG, base: () => gateway + path, isFixed: true }, hasCredentials })
  const app = await hyperApp(t)
  app.get('/', request => {
    const environment = environmentOf(app)!
    const beside = new Location(request, environment, [at('/core', true), at('/vendor', false)])
    for (const path of ['/core/..%2fvendor/x', '/core/%2e%2e%5cvendor/x', '/core/..%5Cvendor', '/core/..;/vendor']) {
      t.equal(beside.pathOfHref(gateway + path, '/'), null, path)
    }
    t.equal(beside.pathOfHref(`${gateway}/core/a%2Fb`, '/'), `${gateway}/core/a%2Fb`)
    const within = new Location(request, environment, [at('', true), at('/vendor', false)])
    t.same([within.hasCredentials(`${gateway}/vendor/x`), within.hasCredentials(`${gateway}/x`)], [false, true])
    return {}
  })
  t.equal((await app.inject('/')).statusCode, 200)
})

t.test('no URL leads out of the path of a service, whoever decodes it', async t => {
  const received: string[] = []
  const hostile = ['..;', '%2e%2e;', '..%3B', ';..', '%252e%252e', '..%5c', '\\..;', '..;x=1']
    .map(dots => `/v1/${dots}/admin`)
  const links = defineLinks<object>(links => {
    links.self(LinkTarget.uri('/v1/'))
    links.linkMany('hostile', hostile.map(path => LinkTarget.uri(path)))
    links.affordance('hostile', LinkTarget.uri(hostile[0]!))
    links.link('any', LinkTarget.template('/v1/{+path}'))
  }, { name: 'Invoice' })
  const service = newApp(t)
  await service.register(hyper)
  service.addHook('onRequest', async ({ url }) => { received.push(url) })
  service.get('/v1/', { config: { hyper: { links } } }, () => ({}))
  const origin = await service.listen({ port: 0, host: '127.0.0.1' })
  const { call } = await serveTools(t, app => app.get('/', () => ({})), {
    hyper: { services: { billing: { catalog: CATALOG, baseUrl: `${origin}/v1` } } },
    mcp: { services: { billing: 'credentials' } }
  })
  const url = `${origin}/v1/`
  const { content } = await call('open', { url })
  t.same(content.links.filter(({ relation }: { relation: string }) => relation === 'hostile')
    .map((link: object) => 'external' in link), hostile.map(() => true), 'links of other sites')
  t.match((await call('act', { url, action: 'hostile' })).content, { error: { title: /not offer this action/ } })
  for (const path of hostile) {
    t.match((await call('open', { url: origin + path })).content, { error: { title: /not belong/ } }, path)
    const variables = { path: path.slice('/v1/'.length) }
    t.match((await call('open', { url, relation: 'any', variables })).content, { error: { title: /another site/ } }, path)
  }
  t.same(new Set(received), new Set(['/v1/']))
})

t.test('a service that does not respond', async t => {
  const links = defineLinks<object>(links => {
    links.link('invoice', LinkTarget.service('billing', 'GetInvoice', { id: 1 }))
  }, { name: 'Order' })
  const { call } = await serveTools(t, app => app.get('/', { config: { hyper: { links } } }, () => ({})), {
    hyper: UNREACHABLE, mcp: { services: { billing: true } }
  })
  t.match((await call('open', { relation: 'invoice' })).content, {
    status: 502, error: { title: 'The service did not respond.' }
  })
})

t.test('names of services that are not valid', async t => {
  const register = async (services: object) => {
    const app = await hyperApp(t, UNREACHABLE)
    await app.register(mcp, { prefix: '/mcp', services })
  }
  await t.rejects(register({ biling: true }), { message: /mcp options, services: 'biling' .*Did you mean 'billing'/ })
  await t.rejects(register({ billing: false }), { message: /mcp options, services\.billing: false .*'credentials'/ })
})
