import t from 'tap'
import { createClient, HypermediaError, NotOffered } from '../../../client/index.ts'
import { serveDocuments } from './recording-server.ts'

const order = (id: number, status = 'open') => ({
  id,
  status,
  _links: { self: { href: `/orders/${id}` } },
  ...status === 'open'
    ? {
        _templates: {
          cancel: { method: 'POST', target: `/orders/${id}/cancel`, properties: [{ name: 'reason', required: true }] }
        }
      }
    : {}
})

/** A HAL server that is written by hand. */
const server = (t: Parameters<typeof serveDocuments>[0]) => serveDocuments(t, origin => ({
  'GET /api': {
    headers: { etag: '"root-1"' },
    json: {
      name: 'Orders',
      _links: {
        self: { href: '/api' },
        orders: { href: 'orders' },
        search: { href: '/orders{?q,tags*}', templated: true },
        newest: { href: '/orders/2' },
        docs: [{ href: '/docs/1' }, { href: `${origin}/docs/2`, name: 'second' }],
        old: { href: '/old', deprecation: 'https://example.com/old' },
        report: { href: '/report.csv' },
        broken: { href: 'http://[' },
        curies: [{ name: 'a', href: '/rels/{rel}', templated: true }]
      },
      _embedded: { newest: order(2), customer: { name: 'Ada' } }
    }
  },
  'GET /orders': {
    json: { total: 3, _links: { next: { href: '?page=2' } }, _embedded: { item: [order(1), order(2)] } }
  },
  'GET /orders?page=2': { json: { _links: { prev: { href: '/orders' } }, _embedded: { item: order(3, 'done') } } },
  'GET /orders?q=tea&tags=a&tags=b%2Fc': { json: { hits: 0 } },
  'GET /orders/1': {
    headers: { etag: '"o-1"' },
    json: {
      ...order(1),
      _templates: { replace: { method: 'PUT', properties: [] }, note: { method: 'POST', target: '/notes' } }
    }
  },
  'GET /orders/2': { json: order(2) },
  'PUT /orders/1': ({ headers }) =>
    ({ status: headers['if-match'] === '"o-1"' ? 200 : 412, headers: { etag: '"o-2"' }, json: order(1, 'done') }),
  'POST /notes': { status: 204 },
  'GET /weak': {
    headers: { etag: 'W/"w"' },
    json: { _links: { self: { href: '/weak' } }, _templates: { default: { method: 'put' } } }
  },
  'PUT /weak': { status: 204 },
  'POST /orders/1/cancel': { status: 204 },
  'POST /orders/2/cancel': { status: 201, headers: { location: '/orders/3' } },
  'GET /orders/3': { json: order(3, 'done') },
  'GET /unlinked': {
    json: { _templates: { move: { method: 'POST', target: '/moved' }, make: { method: 'POST', target: '/made' } } }
  },
  'POST /moved': { status: 303, headers: { location: '/docs/1' } },
  'POST /made': { json: {} },
  'GET /docs/1': { json: { doc: 1 } },
  'GET /docs/2': { json: { doc: 2 } },
  'GET /old': { json: {} },
  'GET /report.csv': { headers: { 'content-type': 'text/csv' }, text: 'a,b' },
  'GET /loop': { json: { _links: { next: { href: '/loop' } }, _embedded: { item: [{}] } } },
  'GET /linked': { json: { _links: { item: [{ href: '/orders/2' }, { href: '/orders/3' }] } } },
  'GET /array': { headers: { 'content-type': 'application/json' }, json: [order(1), order(2)] },
  'GET /header': {
    headers: {
      'content-type': 'application/json',
      link: '</a>; rel="next up", <c>; rel=up, <http://[>; rel=broken'
    },
    json: []
  },
  'GET /cases': {
    json: {
      _links: { Self: { href: '/cases' }, NEXT: { href: '/orders/3' }, next: { href: '/orders/2' } },
      _embedded: { Item: [{ id: 1 }], customer: { id: 2 } }
    }
  },
  'GET /empty': { json: { _embedded: { items: null, other: null } } },
  'GET /one-empty': { json: { _embedded: { customer: null } } },
  'GET /default-page': {
    headers: { 'content-type': 'application/json' },
    json: { items: [order(1)], _actions: { create: { href: '/orders' } } }
  },
  'GET /single': { json: { _embedded: { customer: { id: 7 } } } },
  'GET /two': { json: { _embedded: { a: [{}], b: [{}] } } },
  'GET /problem': {
    status: 409,
    headers: { 'content-type': 'application/problem+json' },
    json: {
      type: '/late',
      detail: 'Too late.',
      _links: { order: { href: '/orders/3' } },
      _actions: { note: { href: '/notes' } }
    }
  },
  'GET /choices': { status: 300, json: { _links: { alternate: { href: '/docs/1' } } } },
  'GET /unknown-304': { status: 304 },
  'GET /cut': { status: 502, headers: { 'content-type': 'application/json' }, text: '{"title": "Bad' },
  'GET /cut-resource': { headers: { 'content-type': 'application/json' }, text: '{"id": ' },
  'GET /page.html': { status: 503, headers: { 'content-type': 'text/html' }, text: '<p>' }
}))

const start = async (t: Parameters<typeof serveDocuments>[0], path = '/api') => {
  const { origin, ...rest } = await server(t)
  const client = createClient(origin + path)
  return { origin, client, root: await client.start(), ...rest }
}

t.test('the members of a resource', async t => {
  const { root, origin } = await start(t)
  t.same(root.data, { name: 'Orders' })
  t.equal(root.href, `${origin}/api`)
  t.equal(root.etag, '"root-1"')
  t.same(root.relations, ['self', 'orders', 'search', 'newest', 'docs', 'old', 'report', 'customer'])
  t.same(root.links('docs')[1], { relation: 'docs', href: `${origin}/docs/2`, name: 'second', templated: false })
  t.ok(root.has('orders') && root.has('customer'))
  t.notOk(root.has('broken') || root.has('curies') || root.has('toString'))
})

t.test('a relation is followed through links, templates and embedded resources', async t => {
  const { root, lines } = await start(t)
  t.equal((await root.follow('orders')).data['total'], 3)
  t.equal((await root.follow('search', { q: 'tea', tags: ['a', 'b/c'], page: null })).data['hits'], 0)
  t.equal((await root.follow('newest')).data['id'], 2, 'an embedded target')
  t.equal((await root.follow('customer')).data['name'], 'Ada', 'an embedded resource without a link')
  t.same((await root.followAll('docs')).map(({ data }) => data['doc']), [1, 2])
  t.same(await root.followAll('none'), [])
  t.same(lines().sort(), [
    'GET /api', 'GET /docs/1', 'GET /docs/2', 'GET /orders', 'GET /orders?q=tea&tags=a&tags=b%2Fc'
  ])
})

t.test('a relation that is absent', async t => {
  const { root, lines } = await start(t)
  const error = await root.follow('orderz').catch((error: unknown) => error)
  t.ok(error instanceof NotOffered)
  t.match(error, {
    message: /relation 'orderz' is not offered by .*\/api\. Offered: self, orders, search/, offered: root.relations
  })
  t.equal(lines().length, 1)
})

t.test('items of all pages', async t => {
  const { root, lines } = await start(t)
  const ids: unknown[] = []
  for await (const item of (await root.follow('orders')).items()) ids.push(item.data['id'])
  t.same(ids, [1, 2, 3])
  t.same(lines(), ['GET /api', 'GET /orders', 'GET /orders?page=2'], 'items need no request')
})

const itemsOf = async (t: Parameters<typeof serveDocuments>[0], path: string) => {
  const { root, lines } = await start(t, path)
  const ids: unknown[] = []
  for await (const { data } of root.items()) ids.push(data['id'])
  return { ids, requests: lines().length }
}

t.test('items in other places', async t => {
  t.same(await itemsOf(t, '/array'), { ids: [1, 2], requests: 1 }, 'an array')
  t.same(await itemsOf(t, '/default-page'), { ids: [1], requests: 1 }, 'a page in the default format')
  t.same(await itemsOf(t, '/linked'), { ids: [2, 3], requests: 3 }, 'links')
  t.same(await itemsOf(t, '/single'), { ids: [7], requests: 1 }, 'a server that embeds the only item without an array')
  t.same(await itemsOf(t, '/orders/3'), { ids: [], requests: 1 }, 'none')
  await t.rejects(itemsOf(t, '/two'), /embeds a, b: call embedded\(relation\)/)
  const { root, lines } = await start(t, '/loop')
  const items = root.items()
  await items.next()
  await t.rejects(items.next(), { name: 'NotAllowed', message: /is an earlier page/ })
  t.equal(lines().length, 1, 'the page is not read again')
})

t.test('data of an array', async t => {
  const { root } = await start(t, '/array')
  t.same(root.data, [{ id: 1, status: 'open' }, { id: 2, status: 'open' }])
})

t.test('the Link header of an array', async t => {
  const { root, origin } = await start(t, '/header')
  t.same(root.relations.map(relation => [
    relation, ...root.links(relation).map(({ href }) => href.replace(origin, ''))
  ]),
  [['next', '/a'], ['up', '/a', '/c']], 'without the link that is no URL')
})

t.test('relations compare without case', async t => {
  const { root, origin, lines } = await start(t, '/cases')
  t.equal(root.href, `${origin}/cases`)
  t.same(root.relations, ['Self', 'NEXT', 'next', 'Item', 'customer'], 'as the server writes them')
  t.same(root.links('Next').map(({ href }) => href), [`${origin}/orders/3`, `${origin}/orders/2`])
  t.same(
    ['SELF', 'next', 'item', 'CUSTOMER', 'prev'].map(relation => root.has(relation)), [true, true, true, true, false]
  )
  t.equal((await root.follow('next')).data['id'], 3)
  t.same((await root.followAll('nexT')).map(({ data }) => data['id']), [3, 2])
  t.equal((await root.follow('Customer')).data['id'], 2)
  t.same(root.embedded('ITEM').map(({ data }) => data['id']), [1])
  t.same(lines(), ['GET /cases', 'GET /orders/3', 'GET /orders/3', 'GET /orders/2'])
  t.equal((await root.items().next()).value?.data['id'], 1, 'the relation item')
})

t.test('an embedded null is no resource', async t => {
  for (const path of ['/empty', '/one-empty']) {
    const { root } = await start(t, path)
    t.same(root.relations, [])
    t.same(root.embedded('items'), [])
    t.same(await itemsOf(t, path), { ids: [], requests: 1 }, path)
    await t.rejects(root.follow('items'), { name: 'NotOffered', offered: [] })
  }
})

t.test('an action that is offered is sent, and another throws', async t => {
  const { client, received, origin } = await start(t)
  const order = await client.open('/orders/1')
  t.same(order.actions, ['replace', 'note'])
  t.notOk(order.can('cancel'))
  t.equal(order.form('cancel'), null)
  t.match(order.form('note'), { name: 'note', method: 'POST', href: `${origin}/notes`, fields: [] })
  const error = await order.act('cancel').catch((error: unknown) => error)
  t.match(error, { name: 'NotOffered', message: /action 'cancel' .* Offered: replace, note\./ })
  t.equal(await order.act('note', { text: 'x' }), null)
  t.match(received.at(-1), {
    line: 'POST /notes', body: '{"text":"x"}', headers: { 'content-type': 'application/json' }
  })
  t.notOk('if-match' in received.at(-1)!.headers, 'the target is another resource')
})

t.test('the resource that an action results in', async t => {
  const { root } = await start(t)
  const [first, second] = (await root.follow('orders')).embedded('item')
  t.equal(await first!.act('cancel', { reason: 'late' }), null, 'no content')
  t.equal((await second!.act('cancel', { reason: 'late' }))?.data['id'], 3, 'the one at its location')
})

t.test('without a self link, a resource has the URL that it was read from', async t => {
  const { root, origin } = await start(t, '/unlinked')
  t.equal(root.href, `${origin}/unlinked`)
  t.equal((await root.act('move'))?.href, `${origin}/docs/1`, 'after a redirect')
  t.equal((await root.act('make'))?.href, null, 'the response to another method has none')
})

t.test('requests have the entity tag of what was read', async t => {
  const { client, root, received } = await start(t)
  t.equal(await root.refresh(), root, 'unchanged')
  t.equal(received.at(-1)!.headers['if-none-match'], '"root-1"')
  t.equal(await client.start(), root)
  const order = await client.open('/orders/1')
  const replaced = await order.act('replace', { status: 'done' })
  t.equal(received.at(-1)!.headers['if-match'], '"o-1"')
  t.match(replaced, { data: { status: 'done' }, etag: '"o-2"' })
  await order.act('note', {}, { ifMatch: true })
  t.equal(received.at(-1)!.headers['if-match'], '"o-1"')
  await order.act('note', {}, { ifMatch: '*' })
  t.equal(received.at(-1)!.headers['if-match'], '*')
  await t.rejects(
    root.embedded('newest')[0]!.act('cancel', { reason: 'x' }, { ifMatch: true }), /has no entity tag: refresh/
  )
})

t.test('an action with a weak tag rejects before it is sent, unless the server takes weak tags', async t => {
  const { client, received, origin } = await start(t)
  const weak = await client.open('/weak')
  const before = received.length
  for (const options of [undefined, { ifMatch: true as const }, { ifMatch: 'W/"w"' }]) {
    await t.rejects(weak.act('default', {}, options), {
      name: 'NotAllowed',
      url: `${origin}/weak`,
      message: `${origin}/weak is not requested: If-Match has a weak tag, which never matches: ` +
        'a proxy that compresses responses may have made it weak.'
    })
  }
  t.equal(received.length, before, 'nothing was sent')
  await weak.act('default', {}, { ifMatch: '*' })
  t.equal(received.at(-1)!.headers['if-match'], '*', 'whatever its state is')
  const taken = await createClient(origin, { weakIfMatch: true }).open('/weak')
  for (const options of [undefined, { ifMatch: true as const }]) {
    await taken.act('default', {}, options)
    t.equal(received.at(-1)!.headers['if-match'], 'W/"w"')
  }
})

t.test('refresh of an embedded resource', async t => {
  const { root, lines } = await start(t)
  const [newest] = root.embedded('newest')
  t.equal((await newest!.refresh()).data['id'], 2)
  t.equal(lines().at(-1), 'GET /orders/2')
  await t.rejects(root.embedded('customer')[0]!.refresh(), { name: 'NotOffered', offered: [] })
})

t.test('an error has the problem document and its links', async t => {
  const { client, lines } = await start(t)
  const error = await client.open('/problem').catch((error: unknown) => error)
  t.ok(error instanceof HypermediaError)
  const { problem, resource, status, message } = error as HypermediaError
  t.match(message, /^GET http.*\/problem: 409 Too late\.$/)
  t.match({ problem, status }, { status: 409, problem: { type: '/late', status: 409, detail: 'Too late.' } })
  t.equal(resource.href, null, 'a problem has no URL')
  t.equal((await resource.follow('order')).data['id'], 3)
  t.equal(await resource.act('note'), null)
  t.equal(lines().at(-1), 'POST /notes')
  await t.rejects(client.open('/page.html'), {
    name: 'HypermediaError', status: 503, problem: { title: 'Service Unavailable' }
  })
})

t.test('a status that is neither success nor an error', async t => {
  const { client } = await start(t)
  const error = await client.open('/choices').catch((error: unknown) => error) as HypermediaError
  t.match(error, { name: 'HypermediaError', status: 300, problem: { title: 'Multiple Choices', status: 300 } })
  t.equal((await error.resource.follow('alternate')).data['doc'], 1)
  await t.rejects(client.open('/unknown-304'), { name: 'HypermediaError', status: 304 }, 'nothing was read before')
})

t.test('an error whose body is malformed JSON has its status', async t => {
  const { client } = await start(t)
  await t.rejects(client.open('/cut'), {
    name: 'HypermediaError', status: 502, problem: { title: 'Bad Gateway', status: 502 }
  })
  await t.rejects(client.open('/cut-resource'), { name: 'SyntaxError' }, 'a resource cannot be read')
})

t.test('a response that is not JSON', async t => {
  const { root } = await start(t)
  await t.rejects(root.follow('report'), /report\.csv: the response is no JSON/)
})

t.test('a deprecated link that is followed is reported', async t => {
  const { origin } = await server(t)
  const links: unknown[] = []
  const root = await createClient(`${origin}/api`, { onDeprecated: link => links.push(link) }).start()
  await root.follow('old')
  t.same(links, [{ relation: 'old', href: `${origin}/old`, deprecation: 'https://example.com/old' }])
})

t.test('headers are evaluated for each request', async t => {
  const { origin, received } = await server(t)
  let count = 0
  const root =
    await createClient(`${origin}/api`, { headers: async () => ({ authorization: `token ${++count}` }) }).start()
  await root.refresh()
  t.same(received.map(({ headers }) => headers.authorization), ['token 1', 'token 2'])
  t.match(received[0]!.headers.accept, /^application\/prs\.hal-forms\+json, application\/hal\+json/)
})

t.test('signal and fetch', async t => {
  const { origin } = await server(t)
  const urls: string[] = []
  const controller = new AbortController()
  const client = createClient(new URL(`${origin}/api`), {
    signal: controller.signal,
    fetch: (input, init) => { urls.push(String(input)); return fetch(input, init) }
  })
  const root = await client.start()
  t.same(urls, [`${origin}/api`])
  controller.abort()
  await t.rejects(root.follow('orders'), { name: 'AbortError' })
})
