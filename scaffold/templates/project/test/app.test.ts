import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hypermedia } from 'fastify-hyper/testing'
import { buildApp } from '../src/app.ts'
import { bearer, start } from './start.ts'

test('every error is a problem document', async t => {
  const app = await start(t)
  app.get('/broken', () => { throw new Error('a detail for the log only') })
  const clerk = await bearer('clerk')
  const cases = [
    [404, { url: '/nothing' }],
    [404, { url: '/orders/1' }],
    [400, { url: '/orders/x' }],
    [400, { url: '/%' }],
    [400, { url: '/orders?status=Lost' }],
    [401, { url: '/orders', method: 'POST', payload: { item: 'Cocoa' } }],
    [401, { url: '/orders', headers: { authorization: 'Bearer x' } }],
    [415, { url: '/orders', method: 'POST', payload: '<order/>', headers: { ...clerk, 'content-type': 'text/xml' } }],
    [500, { url: '/broken' }]
  ] as const
  for (const [status, request] of cases) {
    const response = await app.inject(request)
    const name = JSON.stringify(request)
    assert.equal(response.statusCode, status, name)
    assert.equal(response.headers['content-type'], 'application/problem+json', name)
    assert.equal(hypermedia(response).problem().status, status, name)
    assert.doesNotMatch(response.body, /for the log only/)
    if (status === 401) assert.equal(response.headers['www-authenticate'], 'Bearer', name)
  }
})

test('health', async t => {
  const app = await start(t)
  assert.deepEqual((await app.inject('/health')).json(), { status: 'ok' })
  const query = async () => { throw new Error('The connection is closed.') }
  const broken = await buildApp({ database: { query } }).catch((error: Error) => error.message)
  assert.equal(broken, 'The connection is closed.', 'the app does not start without its database')
})

test('tools for developers are not in production', async t => {
  const app = await buildApp({ development: false })
  t.after(() => app.close())
  for (const url of ['/explorer', '/documentation', '/client/page.html']) {
    assert.equal((await app.inject(url)).statusCode, 404, url)
  }
  assert.equal(hypermedia(await app.inject('/orders')).data['totalCount'], 0, 'nor are examples')
})
