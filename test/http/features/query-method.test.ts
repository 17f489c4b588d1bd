import { type HTTPMethods } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, hyperOptionsHandler, LinkTarget } from '../../../lib/index.ts'
import { newApp } from '../../support/servers.ts'

// QUERY (RFC 10008). Later versions of Fastify have the method; to earlier ones, an app adds it.

const QUERY = 'QUERY' as HTTPMethods

class Orders { readonly total = 2 }

const links = defineLinks(Orders, links => {
  links.self(LinkTarget.uri('/orders'))
  links.affordance('find', LinkTarget.route('FindOrders'))
})

async function appOf (t: Test, consumes?: readonly string[]) {
  const app = newApp(t)
  if (!app.supportedMethods.includes('QUERY')) app.addHttpMethod('QUERY', { hasBody: true })
  await app.register(hyperOptionsHandler)
  await app.register(hyper, { hrefs: 'path', defaultFormat: 'hal-forms', links: [links] })
  const body = {
    type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['open', 'shipped'] } }
  }
  app.get('/orders', { config: { hyper: { links: true } } }, async () => new Orders())
  app.route({
    method: QUERY,
    url: '/orders',
    schema: { body, ...(consumes === undefined ? {} : { consumes }) },
    config: { hyper: { name: 'FindOrders', links: true, etag: () => 'v1' } },
    handler: async () => new Orders()
  })
  return app
}

const query = { method: QUERY as 'GET', url: '/orders', payload: { status: 'open' } }

t.test('an action has the method and the fields of its route', async t => {
  const app = await appOf(t)
  const { _templates: { find } } = (await app.inject('/orders')).json<{
    _templates: Record<string, { method: string, properties: object[] }>
  }>()
  t.match(find, {
    method: 'QUERY',
    properties: [{ name: 'status', required: true, options: { inline: [{ value: 'open' }, { value: 'shipped' }] } }]
  })
})

t.test('a response has links and a tag, and is 304 if the client has it', async t => {
  const app = await appOf(t)
  const { statusCode, headers: { etag }, body } = await app.inject(query)
  t.same([statusCode, etag], [200, '"v1"'])
  t.match(body, '"self":{"href":"/orders"}')
  const headers = { 'if-none-match': '"v1"' }
  t.has(await app.inject({ ...query, headers }), { statusCode: 304, body: '' })
  t.equal((await app.inject({ ...query, headers: { 'if-none-match': '"v2"' } })).statusCode, 200)
})

t.test('OPTIONS has the method and the media types', async t => {
  for (const [consumes, types] of [
    [undefined, /^application\/json, /],
    [['application/sql', 'application/jsonpath'], /^application\/sql, application\/jsonpath$/]
  ] as const) {
    const { headers } = await (await appOf(t, consumes)).inject({ method: 'OPTIONS', url: '/orders' })
    t.equal(headers.allow, 'GET, HEAD, OPTIONS, QUERY')
    t.match(headers['accept-query'], types)
  }
})
