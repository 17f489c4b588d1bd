import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { openDatabase } from '../src/database.ts'
import { databaseStore } from '../src/orders/database-store.ts'
import { EXAMPLES } from '../src/orders/examples.ts'
import { memoryStore } from '../src/orders/memory-store.ts'
import type { OrderStore } from '../src/orders/store.ts'

// What every store of orders does.

const database = await openDatabase()
after(() => database.close())

const STORES: Record<string, () => Promise<OrderStore>> = {
  memory: async () => memoryStore(EXAMPLES),
  async database () {
    await database.query('DROP TABLE IF EXISTS orders')
    return databaseStore(database, EXAMPLES)
  }
}

for (const [name, open] of Object.entries(STORES)) {
  test(`${name}: orders are found by number`, async () => {
    const store = await open()
    assert.deepEqual(await store.find(42), {
      id: 42, status: 'Pending', item: 'Coffee', quantity: 1, speed: 'Express', version: 1
    })
    assert.equal(await store.find(43), null)
  })

  test(`${name}: search`, async () => {
    const store = await open()
    const search = async (given: { q?: string, status?: 'Shipped' }, page = 1, pageSize = 20) => {
      const { items, totalCount } = await store.search({ ...given, page, pageSize })
      return [items.map(({ id }) => id), totalCount]
    }
    assert.deepEqual(await search({}), [[7, 42, 99], 3])
    assert.deepEqual(await search({}, 2, 2), [[99], 3])
    assert.deepEqual(await search({}, 3, 2), [[], 3])
    assert.deepEqual(await search({ q: 'TEA' }), [[7, 99], 2])
    assert.deepEqual(await search({ q: 'tea', status: 'Shipped' }), [[7], 1])
    assert.deepEqual(await search({ q: '%' }), [[], 0], 'no character has a meaning of its own')
  })

  test(`${name}: a new order`, async () => {
    const store = await open()
    const order = await store.create({ item: 'Cocoa', quantity: 2, speed: 'Express' })
    assert.deepEqual(order, { id: 100, status: 'Pending', item: 'Cocoa', quantity: 2, speed: 'Express', version: 1 })
    assert.deepEqual(await store.find(100), order)
    assert.equal((await store.create({ item: 'Cocoa', quantity: 2, speed: 'Express' })).id, 101)
  })

  test(`${name}: of two changes to one version, the second is not made`, async () => {
    const store = await open()
    const order = (await store.find(42))!
    const [first, second] = await Promise.all([
      store.change(order, { quantity: 2 }), store.change(order, { status: 'Cancelled' })
    ])
    assert.deepEqual(first, { ...order, quantity: 2, version: 2 })
    assert.equal(second, null)
    assert.deepEqual(await store.find(42), first)
  })
}

test('the database keeps its orders when a store is opened again', async () => {
  const store = await STORES['database']!()
  const { id } = await store.create({ item: 'Cocoa', quantity: 2, speed: 'Express' })
  const again = await databaseStore(database, EXAMPLES)
  assert.equal((await again.find(id))?.item, 'Cocoa')
})

test('a string that the database cannot store is rejected', async t => {
  const app = await buildApp({ database })
  t.after(() => app.close())
  const response = await app.inject('/orders?q=%00')
  assert.equal(response.statusCode, 400)
  assert.equal(response.json().detail, 'A string contains the character U+0000.')
})
