import compress from '@fastify/compress'
import etag from '@fastify/etag'
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, defineRoutes, type HyperOptions, resourceOf } from 'fastify-hyper'
import { createClient } from 'fastify-hyper/client'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { agentAt } from '../../http/mcp/agent.ts'
import { header, sendRaw } from '../../support/raw.ts'
import { startCompressor } from './nginx.ts'

// A proxy that compresses makes entity tags weak, and If-Match matches no weak tag. Each remedy lets clients read and
// write. Needs nginx: `npm run test:apart -- cache`.

interface Api {
  readonly hyper?: HyperOptions
  /** Plugins beside, registered before and after. */
  readonly before?: (app: FastifyInstance) => unknown
  readonly after?: (app: FastifyInstance) => unknown
}

interface Order { id: number, status: string, version: number }

const Routes = defineRoutes({ GetOrder: 'GET /orders/:id', EditOrder: 'PUT /orders/:id' })

const orderLinks = defineLinks<Order>(links => {
  links.self(Routes.GetOrder(({ id }) => ({ id })))
  links.affordance('edit', Routes.EditOrder(({ id }) => ({ id })))
}, { name: 'Order' })

/** Serves one order, directly and behind nginx. */
async function serve (t: Test, { hyper: options = {}, before, after }: Api) {
  const order: Order = { id: 1, status: 'pending', version: 1 }
  const app = Fastify({ trustProxy: '127.0.0.1' })
  t.teardown(() => app.close())
  await before?.(app)
  await app.register(hyper, { routes: Routes, baseUrl: { prefixHeader: 'x-forwarded-prefix' }, ...options })
  await app.register(html)
  await after?.(app)
  const resource = { load: () => order, links: orderLinks, tag: ({ version }: Order) => version }
  app.get('/orders/:id', { config: { hyper: { links: orderLinks, resource, etag: true } } },
    request => resourceOf<Order>(request))
  app.put<{ Body: { status: string } }>('/orders/:id', {
    schema: { body: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } },
    config: { hyper: { resource, preconditions: { requireIfMatch: true } } }
  }, (request, reply) => {
    order.status = request.body.status
    order.version++
    return reply.code(204).send()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { order, port, front: await startCompressor(t, port) }
}

type Served = Awaited<ReturnType<typeof serve>>

/** Reads and writes as the client does: at the resource's own URL, and with the option `ifMatch`. */
async function write (t: Test, { order }: Served, url: string, weakIfMatch: boolean): Promise<void> {
  const client = createClient(url, { weakIfMatch })
  for (const options of [undefined, { ifMatch: true as const }]) {
    const { status, version } = order
    const before = await client.open(url)
    await before.act('edit', { status: `${status}!` }, options)
    t.same([order.status, order.version], [`${status}!`, version + 1])
    t.equal((await before.refresh()).data['status'], order.status)
    await t.rejects(before.act('edit', { status: 'lost' }, options), { name: 'HypermediaError', status: 412 })
    t.equal(order.status, `${status}!`, 'and loses no update of others')
  }
}

const gzip = [['Accept-Encoding', 'gzip']] as const
const read = (port: number, path = '/orders/1', accept = 'application/json') =>
  sendRaw(port, { method: 'GET', path, headers: [...gzip, ['Accept', accept]] })

// Without a threshold: the proxy compresses what the app does not.
const compressed = (app: FastifyInstance) => app.register(compress, { threshold: 0 })
const tagged = (app: FastifyInstance) => app.register(etag)

const REMEDIES: Readonly<Record<string, Api & { readonly path?: string, readonly isWeak?: true }>> = {
  'compressed by the app': { after: compressed },
  'compressed by the app, registered before': { before: compressed },
  'compressed by the app, beside @fastify/etag': {
    after: async app => {
      await compressed(app)
      await tagged(app)
    }
  },
  'gzip off for the API': { path: '/uncompressed/orders/1' },
  'the option weakIfMatch': { hyper: { weakIfMatch: true }, isWeak: true },
  'the option weakIfMatch, beside @fastify/etag': { hyper: { weakIfMatch: true }, after: tagged, isWeak: true }
}

for (const [name, { path = '/orders/1', isWeak = false, ...api }] of Object.entries(REMEDIES)) {
  t.test(`clients read and write behind a proxy that compresses: ${name}`, async t => {
    const served = await serve(t, api)
    for (const accept of ['application/json', 'application/prs.hal-forms+json']) {
      const response = await read(served.front, path, accept)
      t.equal(header(response, 'content-encoding'), path.startsWith('/un') ? null : 'gzip')
      t.match(header(response, 'etag'), isWeak ? /^W\/"1/ : /^"1/)
    }
    await write(t, served, `http://127.0.0.1:${served.port}/orders/1`, isWeak)
    await write(t, served, `http://127.0.0.1:${served.front}${path}`, isWeak)
  })
}

t.test('without a remedy, the client rejects before it sends, and the problem names the cause', async t => {
  const served = await serve(t, {})
  const { order, port, front } = served
  await write(t, served, `http://127.0.0.1:${port}/orders/1`, false)
  const [{ version, status }, url] = [{ ...order }, `http://127.0.0.1:${front}/orders/1`]
  const resource = await createClient(url).open(url)
  for (const options of [undefined, { ifMatch: true as const }]) {
    await t.rejects(resource.act('edit', { status: 'x' }, options), {
      name: 'NotAllowed', message: /If-Match has a weak tag, which never matches: a proxy that compresses responses/
    })
  }
  const weak = await read(front)
  t.match(header(weak, 'etag'), /^W\//)
  const rejected = await sendRaw(front, {
    method: 'PUT',
    path: '/orders/1',
    headers: [['Content-Type', 'application/json'], ['If-Match', header(weak, 'etag')!]],
    body: '{"status":"x"}'
  })
  t.equal(rejected.status, 412)
  t.match(rejected.body.toString(), /If-Match has a weak tag, which never matches: a proxy that compresses responses/)
  t.notMatch(rejected.body.toString(), /changed/)
  t.same([order.version, order.status], [version, status])
})

t.test('a form of a page has the tag of the resource, behind such a proxy too', async t => {
  const { order, front } = await serve(t, {})
  const page = await fetch(`http://127.0.0.1:${front}/orders/1`, { headers: { accept: 'text/html' } })
  t.match(page.headers.get('etag'), /^W\//)
  const [, action] = /<form method="post" action="([^"]*)"/.exec(await page.text())!
  const sent = await fetch(new URL(action!.replaceAll('&amp;', '&').replaceAll('&quot;', '"'), page.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'status=shipped'
  })
  t.same([sent.status, order.status], [303, 'shipped'])
})

t.test('tools read and write a service behind such a proxy', async t => {
  const { order, front } = await serve(t, {})
  const baseUrl = `http://127.0.0.1:${front}`
  const app = Fastify()
  await app.register(hyper, { services: { orders: { catalog: { version: 1, routes: {} }, baseUrl } } })
  await app.register(mcp, { prefix: '/mcp', services: { orders: true } })
  const { call } = await agentAt(t, app)
  const url = `${baseUrl}/orders/1`
  const { content: { etag } } = await call('open', { url })
  t.match((await call('act', { url, action: 'edit', input: { status: 'shipped' }, etag })).content, { status: 204 })
  t.equal(order.status, 'shipped')
  t.match((await call('act', { url, action: 'edit', input: { status: 'lost' }, etag })).content, { status: 412 })
})
