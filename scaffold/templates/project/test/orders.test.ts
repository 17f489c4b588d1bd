import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session, testResource } from './resource.ts'

testResource('orders', 'create-order', { item: 'Cocoa', quantity: 2, speed: 'Express' }, 'GREEN', 'cancel')

test('orders of a status are found', async t => {
  const { read } = await session(t)
  const page = await read('/orders?q=tea&status=Shipped')
  assert.deepEqual(page.items().map(({ data }) => data['item']), ['Green tea'])
})
