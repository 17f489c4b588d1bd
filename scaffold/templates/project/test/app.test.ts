import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hypermedia } from 'fastify-hyper/testing'
import { buildApp } from '../src/app.ts'
import { saveUser } from '../src/routes/login/index.ts'
import { signIn, start } from './start.ts'

const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32), DATABASE_URL: 'memory:' }

test('every error is a problem document', async t => {
  const app = await start(t)
  app.get('/broken', () => { throw new Error('a detail for the log only') })
  const headers = await signIn(app)
  const cases = [
    [404, { url: '/nothing' }],
    [404, { url: '/orders/9' }],
    [400, { url: '/%' }],
    [400, { url: '/orders?q=%00' }],
    [400, { url: '/orders', method: 'POST', payload: { item: '' }, headers }],
    [401, { url: '/orders', method: 'POST', payload: { item: 'Cocoa' } }],
    [401, { url: '/orders', headers: { authorization: 'Bearer x' } }],
    [500, { url: '/broken' }]
  ] as const
  for (const [status, request] of cases) {
    const response = await app.inject(request)
    assert.deepEqual([response.statusCode, hypermedia(response).problem().status], [status, status], request.url)
    assert.doesNotMatch(response.body, /for the log only/)
  }
})

test('production has its own users, and no examples and tools for developers', async t => {
  const app = await start(t, PRODUCTION)
  await saveUser(app, { name: 'ann', role: 'admin', password: 'secret' })
  const login = async (name: string, password: string) =>
    (await app.inject({ method: 'POST', url: '/login', payload: { name, password } })).statusCode
  assert.equal(await login('ann', 'secret'), 200)
  assert.equal(await login('ann', 'wrong'), 401)
  assert.equal(await login('clerk', 'clerk'), 401)
  for (const url of ['/explorer', '/documentation']) assert.equal((await app.inject(url)).statusCode, 404, url)
  assert.equal(hypermedia(await app.inject('/orders')).data['totalCount'], 0)
  assert.deepEqual((await app.inject('/health')).json(), { status: 'ok' })
})

test('a wrong setting is named', async () => {
  const secret = 'for development only: everyone knows this secret'
  for (const [settings, message] of [
    [{ PORT: -1 }, /PORT must be >= 0/],
    [{ ...PRODUCTION, JWT_SECRET: 'short' }, /JWT_SECRET must NOT have fewer than 32 characters/],
    [{ ...PRODUCTION, JWT_SECRET: secret }, /JWT_SECRET must NOT be valid/],
    [{ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) }, /required property 'DATABASE_URL'/]
  ] as const) await assert.rejects(async () => buildApp({ settings }), message)
})
