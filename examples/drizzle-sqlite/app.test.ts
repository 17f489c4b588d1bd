import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl, hypermedia } from 'fastify-hyper/testing'
import { buildApp } from './app.ts'
import { transitions } from './machine.ts'
import type { Order } from './order.ts'

// Each app has a SQLite database of its own, in memory.
const newApp = () => buildApp({ database: ':memory:', logger: { level: 'error' } })

test('every link and action works, in every format', async () => {
  const { findings, complete, untried } = await crawl(newApp, { actions: 'each' })
  assert.deepEqual({ findings, complete, untried }, { findings: [], complete: true, untried: [] })
})

test('an order offers what its predicates allow, and the guards reject everything else', async t => {
  const app = await newApp()
  t.after(() => app.close())
  for (const resource of hypermedia(await app.inject('/orders')).items()) {
    const order = resource.data as unknown as Order
    for (const { action, when } of transitions) {
      const allowed = when(order)
      assert.equal(resource.can(action), allowed, `${action} of order ${order.id}`)
      if (allowed) continue
      const { statusCode } = await app.inject({ method: 'POST', url: `/orders/${order.id}/${action}` })
      assert.equal(statusCode, 409, `${action} of order ${order.id}`)
    }
  }
})
