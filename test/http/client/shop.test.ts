import { Client as Ketting } from 'ketting'
import t, { type Test } from 'tap'
import { createClient } from '../../../client/index.ts'
import type { Api } from '../../process/package/consumers/client-api.ts'
import { listen } from '../../support/servers.ts'
import buildShop, { makeOrders } from './shop.ts'

// The client with its generated types, on a server of this package.

async function open (t: Test, count = 5) {
  const app = await buildShop(makeOrders(count))
  t.teardown(() => app.close())
  const requests: string[] = []
  app.addHook('onResponse', async (request, reply) => {
    requests.push(`${request.method} ${request.url} ${reply.statusCode}`)
  })
  const { origin } = await listen(app)
  return { origin, requests, api: createClient<Api>(origin) }
}

t.test('reads all pages, and embedded items without requests', async t => {
  const { api, requests } = await open(t, 45)
  const root = await api.start()
  const ids: number[] = []
  const articles: string[] = []
  for await (const order of (await root.follow('search', { pageSize: 20 })).items()) {
    ids.push(order.data.id)
    articles.push(...order.embedded('lines').map(({ data }) => data.article))
  }
  t.same(ids, Array.from({ length: 45 }, (_, index) => index + 1))
  t.equal(articles.length, 45)
  t.same(requests, [
    'GET / 200', 'GET /orders?pageSize=20 200', 'GET /orders?pageSize=20&page=2 200',
    'GET /orders?pageSize=20&page=3 200'
  ])
})

t.test('an unchanged resource costs a 304', async t => {
  const { api, requests } = await open(t)
  const root = await api.start()
  const order = await root.follow('order', { id: 1 })
  t.equal(await order.refresh(), order)
  t.equal(await root.follow('order', { id: 1 }), order)
  t.equal(await api.start(), root)
  t.same(requests, ['GET / 200', 'GET /orders/1 200', 'GET /orders/1 304', 'GET /orders/1 304', 'GET / 304'])
})

t.test('actions change resources', async t => {
  const { api, requests, origin } = await open(t)
  const root = await api.start()
  const created = await root.act('create', { tags: ['coffee'] })
  t.match(created, { href: `${origin}/orders/6`, data: { id: 6, tags: ['coffee'] } })
  const cancelled = await created.act('cancel', { reason: 'late' })
  t.equal(cancelled.data.status, 'cancelled')
  t.notOk(cancelled.can('cancel'))
  const fresh = await cancelled.refresh()
  const replaced = await fresh.act('default', { tags: ['tea'] }, { ifMatch: true })
  t.same(replaced.data.tags, ['tea'])
  const error = await fresh.act('default', { tags: [] }, { ifMatch: true }).catch((error: unknown) => error)
  t.match(error, { name: 'HypermediaError', status: 412 }, 'the tag is not current any more')
  t.equal(await (await fresh.refresh()).act('remove', {}, { ifMatch: true }), null)
  t.same(requests.map(line => line.replace(/^(\S+) \S+/, '$1')), [
    'GET 200', 'POST 201', 'POST 200', 'GET 200', 'PUT 200', 'PUT 412', 'GET 200', 'DELETE 204'
  ])
})

t.test('the client has the same links and forms as ketting', async t => {
  const { origin } = await open(t)
  for (const path of ['/', '/orders', '/orders/1', '/orders/2', '/ticket']) {
    const resource = await createClient(origin).open(path)
    const state = await new Ketting(origin).go(path).get()
    const links = resource.relations.flatMap(relation => resource.links(relation))
      .map(({ relation, href, templated }) =>
        [relation, href, templated])
    // Ketting adds a link for each embedded resource with `self`.
    const embedded = resource.embedded('item').map(({ href }) => ['item', href, false])
    t.same([...links, ...embedded].sort(), state.links.getAll().map(({ rel, href, context, templated }) =>
      [rel, templated ? href : new URL(href, context).href, templated ?? false]).sort(), `links of ${path}`)
    const forms = resource.actions.map(name => resource.form(name)!)
    t.same(forms.map(({ name, method, href, fields }) =>
      [name, method, href, fields.map(({ name, required = false }) => [name, required])]),
    state.actions().map(({ name, method, uri, fields }) =>
      [name, method, uri, fields.map(({ name, required }) => [name, required])]),
      `forms of ${path}`)
    t.equal(
      resource.embedded('item').length, state.getEmbedded().filter(({ uri }) => /\/orders\/\d/.test(uri)).length,
      `embedded in ${path}`
    )
  }
})
