// The same test in several runners: `test` and its callback are what they share.
import assert from 'node:assert/strict'
import { crawl, fetchOf, hypermedia } from 'fastify-hyper/testing'
import { buildApp } from '../programs/app.js'

const CLERK = { authorization: 'Bearer clerk' }

/** Declares the tests with the function of a runner. */
export function declare (test) {
  test('hypermedia reads a response', async () => {
    const app = await buildApp()
    const order = hypermedia(await app.inject({ url: '/orders/1', headers: CLERK }))
    await app.close()
    assert.deepEqual([order.can('cancel'), order.data.status], [true, 'Pending'])
    assert.throws(() => order.link('nowhere'), { name: 'AssertionError' })
  })

  test('fetchOf sends requests to the app', async () => {
    const app = await buildApp()
    const response = await fetchOf(app)('/orders/1', { headers: { accept: 'application/hal+json' } })
    const order = await response.json()
    await app.close()
    assert.equal(order._links.self.href, 'http://localhost/orders/1')
  })

  test('crawl reports nothing', async () => {
    const { findings } = await crawl(() => buildApp(), { as: [{ name: 'clerk', headers: CLERK }], actions: 'each' })
    assert.deepEqual(findings, [])
  })
}
