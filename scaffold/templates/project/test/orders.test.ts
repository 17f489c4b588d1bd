import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { hypermedia } from 'fastify-hyper/testing'
import { bearer, start } from './start.ts'

const clerk = await bearer('clerk')
const FORMS = { ...clerk, accept: 'application/prs.hal-forms+json' }

const read = async (app: FastifyInstance, url: string, headers: Record<string, string> = clerk) =>
  hypermedia(await app.inject({ url, headers }))

test('a page of orders, and a search', async t => {
  const app = await start(t)
  const ids = async (url: string) => (await read(app, url)).items().map(({ data }) => data['id'])
  assert.deepEqual(await ids('/orders'), [7, 42, 99])
  assert.deepEqual(await ids('/orders?q=TEA'), [7, 99])
  assert.deepEqual(await ids('/orders?q=tea&status=Shipped'), [7])
  assert.deepEqual(await ids((await read(app, '/orders?pageSize=1')).link('next').href), [42])
  const { href } = (await read(app, '/')).link('search')
  assert.equal(href, '/orders{?q,status,page,pageSize}')
})

test('callers without a token see no actions', async t => {
  const app = await start(t)
  for (const url of ['/', '/orders', '/orders/42']) {
    assert.deepEqual((await read(app, url, {})).snapshot().actions, {}, url)
  }
  assert.ok((await read(app, '/orders/42')).can('cancel'))
})

test('a pending order can be cancelled, once', async t => {
  const app = await start(t)
  const order = await read(app, '/orders/42')
  const { href, method } = order.action('cancel')
  const cancel = () => app.inject({ url: href, method: method as 'POST', headers: clerk })
  assert.equal(hypermedia(await cancel()).data['status'], 'Cancelled')
  assert.equal((await read(app, '/orders/42')).can('cancel'), false)
  assert.equal((await cancel()).statusCode, 409)
})

test('an order is placed by the action of the entry point', async t => {
  const app = await start(t)
  const { href, method } = (await read(app, '/')).action('create')
  const create = (payload: object) => app.inject({ url: href, method: method as 'POST', headers: clerk, payload })
  const response = await create({ item: 'Cocoa' })
  assert.equal(response.statusCode, 201)
  const order = await read(app, String(response.headers.location))
  assert.deepEqual(order.data, { id: 100, status: 'Pending', item: 'Cocoa', quantity: 1, speed: 'Standard' })
  const rejected = hypermedia(await create({ item: 'Cocoa', quantity: 0 }))
  assert.deepEqual(rejected.problem()['errors'], [{ name: 'quantity', message: 'must be >= 1' }])
})

test('a change requires the tag that was read, so none is lost', async t => {
  const app = await start(t)
  const { etag } = (await app.inject({ url: '/orders/42', headers: FORMS })).headers
  const form = (await read(app, '/orders/42', FORMS)).form('edit')
  assert.equal(form.field('item').value, 'Coffee', 'the form has the current values')
  const change = (headers: Record<string, string>, quantity: number) =>
    app.inject({
      url: form.href, method: 'PUT', headers: { ...clerk, ...headers }, payload: { item: 'Coffee', quantity }
    })
  assert.equal((await change({}, 3)).statusCode, 428)
  assert.equal((await change({ 'if-match': String(etag) }, 3)).statusCode, 200)
  assert.equal((await change({ 'if-match': String(etag) }, 4)).statusCode, 412, 'the tag is that of an older version')
  assert.equal((await read(app, '/orders/42')).data['quantity'], 3)
})
