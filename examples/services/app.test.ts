import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl } from 'fastify-hyper/testing'
import { buildApp as buildBilling } from './billing.ts'
import { openDatabase } from './database.ts'
import { buildApp as buildOrders } from './orders.ts'
import { buildApp as buildShipping } from './shipping.ts'

const urls = { orders: 'http://orders.test', billing: 'http://billing.test', shipping: 'http://shipping.test' }
const builders = { orders: buildOrders, billing: buildBilling, shipping: buildShipping }

/** New apps with the rows of the beginning, as often as the crawl asks for them. */
async function appOf (name: keyof typeof builders) {
  const db = await openDatabase(name)
  return async () => {
    await db.reset()
    return builders[name]({ db, urls, logger: { level: 'error' } })
  }
}

test('three services: every link and action works, in every format', async () => {
  const apps = {
    [urls.orders]: await appOf('orders'),
    [urls.billing]: await appOf('billing'),
    [urls.shipping]: await appOf('shipping')
  }
  const report = await crawl({ apps }, { actions: 'each', sample: 1 })
  const { findings, complete, untried, external, requests, states } = report
  assert.deepEqual([findings, complete, untried, external], [[], true, [], 0])
  console.log(`${states} states, ${requests} requests`)
})
