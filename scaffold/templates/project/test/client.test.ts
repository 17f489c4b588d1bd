import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from 'fastify-hyper/client'
import { fetchOf } from 'fastify-hyper/testing'
import type { Api } from '../client/api.ts'
import { cancelOrder, pendingOrders } from '../client/orders.ts'
import { bearer, start } from './start.ts'

test('the client lists and cancels orders', async t => {
  const app = await start(t)
  const api = createClient<Api>('http://localhost/', { fetch: fetchOf(app), headers: await bearer('clerk') })
  assert.deepEqual(await pendingOrders(api), ['42: 1 × Coffee'])
  assert.equal(await cancelOrder(api, 42), 'Order 42 is Cancelled.')
  assert.deepEqual(await pendingOrders(api), [])
  assert.match(await cancelOrder(api, 42), /^Order 42 is Cancelled, .*: it cannot be cancelled\.$/)
})

test('the page and what it imports is served in development', async t => {
  const app = await start(t)
  for (const path of ['page.html', 'page.js', 'fastify-hyper/client/index.js']) {
    assert.equal((await app.inject(`/client/${path}`)).statusCode, 200, path)
  }
})
