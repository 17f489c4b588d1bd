import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { buildApp } from './app.ts'

interface Resource {
  id?: number
  status?: string
  _links: Record<string, { href: string }>
  _actions?: Record<string, { href: string, method: 'POST' }>
  _embedded?: { orders: Resource[] }
}

async function start (t: TestContext) {
  const app = await buildApp()
  t.after(() => app.close())
  const read = async (url: string) => (await app.inject(url)).json<Resource>()
  return { app, read }
}

test('the entry point links to every order', async t => {
  const { app, read } = await start(t)
  const root = await read('/')
  const orders = (await app.inject(root._links['orders']!.href)).json<Resource[]>()
  assert.deepEqual(orders.map(order => order.id), [7, 42, 99])
  assert.deepEqual(root._embedded?.orders.map(order => order.id), [99, 42, 7], 'the newest first')
})

test('a pending order can be cancelled, once', async t => {
  const { app, read } = await start(t)
  const { cancel } = (await read('/orders/42'))._actions ?? {}
  assert.equal((await app.inject({ url: cancel!.href, method: cancel!.method })).statusCode, 204)
  const cancelled = await read('/orders/42')
  assert.equal(cancelled.status, 'Cancelled')
  assert.equal(cancelled._actions, undefined, 'a cancelled order has no action')
  assert.equal((await app.inject({ url: cancel!.href, method: cancel!.method })).statusCode, 409)
})

test('an order is placed by the action of the entry point', async t => {
  const { app, read } = await start(t)
  const { create } = (await read('/'))._actions ?? {}
  const response = await app.inject({
    url: create!.href, method: create!.method, payload: { quantity: 2, speed: 'Express' }
  })
  assert.equal(response.statusCode, 201)
  assert.equal((await read(String(response.headers.location))).status, 'Pending')
  const rejected = await app.inject({ url: create!.href, method: create!.method, payload: { quantity: 0 } })
  assert.equal(rejected.statusCode, 400)
})
