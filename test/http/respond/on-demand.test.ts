import type { FastifyInstance } from 'fastify'
import { Client } from 'ketting'
import t, { type Test } from 'tap'
import type { HyperOptions } from '../../../lib/index.ts'
import hyper, { defineLinks, evaluatePreconditions, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { listen, newApp } from '../../support/servers.ts'

// embed(…).onDemand(): only requests that prefer it get the embedded resources.

class Customer { readonly name = 'Ann' }
class Note { readonly id: number = 1 }
class Order { readonly id: number = 7 }
class Plain { readonly id = 1 }

const noteLinks = defineLinks(Note, links => {
  links.self(note => LinkTarget.uri(`/notes/${note.id}`))
  links.embed('order', () => new Order(), orderLinks).onDemand()
}, { schema: { type: 'object', properties: { id: { type: 'integer' } } } })

const customerLinks = defineLinks(Customer, links => {
  links.self(LinkTarget.uri('/customers/1'))
  links.embedMany('orders', () => [new Order()], orderLinks).onDemand()
}, { schema: { type: 'object', properties: { name: { type: 'string' } } } })

const calls: string[] = []

const orderLinks = defineLinks<Order>(Order, links => {
  links.self(order => LinkTarget.uri(`/orders/${order.id}`))
  links.link('acme:notes', LinkTarget.uri('/notes/1'))
  links.embed('customer', () => { calls.push('customer'); return new Customer() }, customerLinks).onDemand()
  links.embedMany(
    'acme:notes',
    { many: orders => { calls.push(`notes of ${orders.length}`); return orders.map(() => [new Note()]) } }, noteLinks
  ).onDemand()
  links.embed('gated', () => new Note(), noteLinks).onDemand().requireAuthorization('staff')
}, { schema: { type: 'object', properties: { id: { type: 'integer' } } } })

async function appOf (t: Test, options: HyperOptions = {}): Promise<FastifyInstance> {
  const app = newApp(t)
  calls.length = 0
  await app.register(hyper, {
    hrefs: 'path',
    defaultFormat: 'hal',
    links: [orderLinks, noteLinks, defineLinks(Plain, () => {})],
    policies: { staff: () => false },
    ...options
  })
  const config = { hyper: { links: true as const, etag: () => 'v1' } }
  app.get('/order', { config }, async () => new Order())
  app.get('/orders', { config }, async () => [new Order(), new Order(), new Order()])
  app.get(
    '/page', { config }, async () => offsetPage([new Order(), new Order()], { page: 1, pageSize: 2, totalCount: 2 })
  )
  app.get('/plain', { config }, async () => new Plain())
  app.get('/notes/1', { config }, async () => new Note())
  app.get('/fails', { config }, async (_request, reply) => {
    reply.header('x-sent', 'no').serializer(() => { throw new Error('no') })
    return new Order()
  })
  app.put('/order', { config }, async (request, reply) =>
    evaluatePreconditions(request, 'v1') ?? reply.code(204).send())
  return app
}

interface Body { _embedded?: Record<string, unknown> }

async function read (app: FastifyInstance, url: string, prefer?: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: { vary, etag: tag, 'preference-applied': applied }, body } =
    await app.inject({ url, headers: { ...headers, ...(prefer === undefined ? {} : { prefer }) } })
  return {
    status,
    vary,
    tag,
    applied,
    body,
    embedded: body === '' ? [] : Object.keys((JSON.parse(body) as Body)._embedded ?? {})
  }
}

const PREFERENCES: Readonly<Record<
  string, readonly [prefer: string | undefined, embedded: readonly string[], applied: string | undefined]
>> = {
  none: [undefined, [], undefined],
  'another preference': ['return=minimal', [], undefined],
  'another relation': ['transclude="author"', [], undefined],
  'no relation': ['transclude', [], undefined],
  'a relation': ['transclude="customer"', ['customer'], 'transclude="customer"'],
  'a relation without quotes': ['transclude=acme:notes', ['acme:notes'], 'transclude="acme:notes"'],
  'a relation in capitals': ['Transclude="CUSTOMER"', ['customer'], 'transclude="customer"'],
  'several relations': [
    'transclude="customer acme:notes author"', ['customer', 'acme:notes'], 'transclude="acme:notes customer"'
  ],
  'a relation that a policy hides': ['transclude="gated"', [], 'transclude="gated"'],
  'a malformed field': ['transclude="customer', [], undefined]
}

t.test('the resources in Prefer are embedded', async t => {
  const app = await appOf(t)
  for (const [name, [prefer, embedded, applied]] of Object.entries(PREFERENCES)) {
    const response = await read(app, '/order', prefer)
    t.strictSame([response.embedded, response.applied, response.vary], [embedded, applied, 'Accept, Prefer'], name)
  }
})

t.test('callbacks run on demand only, those of many resources once', async t => {
  const app = await appOf(t)
  await read(app, '/orders')
  t.same(calls, [])
  const { body } = await read(app, '/orders', 'transclude="acme:notes"')
  t.same(calls, ['notes of 3'])
  t.same((JSON.parse(body) as Body[]).map(({ _embedded }) => Object.keys(_embedded!)), Array(3).fill(['acme:notes']))
})

t.test('items of a page', async t => {
  const app = await appOf(t)
  const { body, applied, vary } = await read(app, '/page', 'transclude="customer"')
  const { _embedded: { item } } = JSON.parse(body) as { _embedded: { item: Body[] } }
  t.same(item.map(({ _embedded }) => Object.keys(_embedded!)), [['customer'], ['customer']])
  t.same([applied, vary], ['transclude="customer"', 'Accept, Prefer'])
})

t.test('embedded resources embed nothing on demand, so no request makes a cycle', async t => {
  const app = await appOf(t)
  const { status, body } = await read(app, '/order', 'transclude="customer orders order acme:notes"')
  t.equal(status, 200)
  t.notMatch(body, /"orders":|"order":/)
})

t.test('a resource that embeds nothing on demand does not vary', async t => {
  const app = await appOf(t)
  t.has(await read(app, '/plain', 'transclude="customer"'), { vary: 'Accept', applied: undefined })
})

t.test('a format without members does not vary', async t => {
  const app = await appOf(t, { defaultFormat: 'none' })
  t.has(await read(app, '/order', 'transclude="customer"'), { vary: 'Accept', applied: undefined, body: '{"id":7}' })
})

t.test('each set of embedded relations has a tag of its own, and its own 304', async t => {
  const app = await appOf(t)
  for (const url of ['/notes/1', '/order']) {
    const rel = url === '/order' ? 'customer' : 'order'
    const [bare, other, full] = [
      await read(app, url), await read(app, url, 'transclude="author"'), await read(app, url, `transclude="${rel}"`)
    ]
    t.equal(bare.tag, other.tag, `${url}, a preference that changes nothing`)
    t.not(bare.tag, full.tag, `${url}, other members`)
    for (const [prefer, own, others] of [[undefined, bare, full], [`transclude=${rel}`, full, bare]] as const) {
      t.has(await read(app, url, prefer, { 'if-none-match': own.tag as string }), {
        status: 304, vary: own.vary, applied: own.applied
      })
      t.has(await read(app, url, prefer, { 'if-none-match': others.tag as string }), { status: 200 })
    }
  }
})

t.test('the tags of different sets differ, where no policy decides', async t => {
  const app = await appOf(t)
  const both = defineLinks<object>(links => {
    for (const relation of ['a', 'bc', 'ab', 'c']) links.embed(relation, () => new Note(), noteLinks).onDemand()
  })
  app.get('/both', { config: { hyper: { links: both, etag: () => 'v1' } } }, async () => ({ id: 1 }))
  const tags = await Promise.all([undefined, 'a', 'bc', 'ab c', 'a bc', 'bc a'].map(async wanted =>
    (await read(app, '/both', wanted === undefined ? undefined : `transclude="${wanted}"`)).tag))
  t.equal(new Set(tags).size, 5, tags.join())
  t.equal(tags[4], tags[5], 'their order does not count')
})

t.test('If-Match accepts the tag of any of them', async t => {
  const app = await appOf(t)
  for (const prefer of [undefined, 'transclude="customer"']) {
    const { tag } = await read(app, '/order', prefer)
    t.equal(
      (await app.inject({ method: 'PUT', url: '/order', headers: { 'if-match': tag as string } })).statusCode, 204
    )
  }
  t.equal(
    (await app.inject({ method: 'PUT', url: '/order', headers: { 'if-match': '"v1~xxxxxxxxyyyyyy"' } })).statusCode, 412
  )
})

t.test('an error in place of the resource applied no preference', async t => {
  const app = await appOf(t)
  t.has(await read(app, '/fails', 'transclude="customer"'), { status: 500, applied: undefined })
})

t.test('ketting reads what it prefers with one request', async t => {
  const app = await appOf(t)
  const requests: string[] = []
  app.addHook('onRequest', async ({ method, url, headers }) => { requests.push(`${method} ${url} ${headers.prefer}`) })
  const { origin } = await listen(app)
  const follow = () => new Client(origin).go('/order').follow('acme:notes')
  t.same((await (await follow()).get()).data, { id: 1 })
  t.same(requests.splice(0), ['GET /order undefined', 'GET /notes/1 undefined'])
  t.same((await (await follow().preferTransclude()).get()).data, { id: 1 })
  t.same(requests, ['GET /order transclude=acme:notes'])
})

t.test('Preference-Applied of the handler stays', async t => {
  const app = await appOf(t)
  app.get('/own', { config: { hyper: { links: true } } }, async (_request, reply) => {
    reply.header('preference-applied', 'return=representation')
    return new Order()
  })
  const { applied } = await read(app, '/own', 'return=representation, transclude="customer"')
  t.equal(applied, 'return=representation, transclude="customer"')
})

t.test('elements of envelopes in envelopes', async t => {
  const app = await appOf(t)
  const group = defineLinks<{ orders: Order[] }>(links => { links.items('orders', orderLinks) })
  const groups = defineLinks<{ groups: object[] }>(links => { links.items('groups', group as never) })
  app.get('/groups', { config: { hyper: { links: groups } } }, async () => ({ groups: [{ orders: [new Order()] }] }))
  const { vary, applied, body } = await read(app, '/groups', 'transclude="customer"')
  t.match(vary, /Prefer/)
  t.equal(applied, 'transclude="customer"')
  t.match(body, '"name":"Ann"')
  const { vary: without, body: none } = await read(app, '/groups')
  t.match(without, /Prefer/, 'also without the preference')
  t.notMatch(none, 'Ann')
})
