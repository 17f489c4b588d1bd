import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hypermedia } from 'fastify-hyper/testing'
import { buildApp } from '../src/app.ts'
import { saveUser } from '../src/routes/login/index.ts'
import { LOCAL, signIn, start } from './start.ts'

const PUBLIC = { ...LOCAL, HOST: '0.0.0.0', PUBLIC_URL: 'https://api.example.com' }
const SECRET = 'for development only: everyone knows this secret'

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

test('an API that others reach has its own users, and no examples and tools for developers', async t => {
  const app = await start(t, PUBLIC)
  await saveUser(app, { name: 'ann', role: 'admin', password: 'secret' })
  const login = async (name: string, password: string) =>
    (await app.inject({ method: 'POST', url: '/login', payload: { name, password } })).statusCode
  assert.equal(await login('ann', 'secret'), 200)
  assert.equal(await login('ann', 'wrong'), 401)
  assert.equal(await login('clerk', 'clerk'), 401)
  for (const url of ['/explorer', '/documentation']) assert.equal((await app.inject(url)).statusCode, 404, url)
  assert.equal(hypermedia(await app.inject('/orders')).data['totalCount'], 0)
  const health = await app.inject('/health')
  assert.deepEqual([health.json(), health.headers['x-content-type-options']], [{ status: 'ok' }, 'nosniff'])
})

test('passwords are tried ten times a minute from one address', async t => {
  const app = await start(t)
  const attempt = async (remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/login', payload: {}, remoteAddress })).statusCode
  for (let count = 1; count <= 11; count++) assert.equal(await attempt('192.0.2.1'), count <= 10 ? 400 : 429)
  assert.equal(await attempt('192.0.2.2'), 400)
})

test('a wrong setting is named, and a missing one where others reach the API', async () => {
  const without = (name: string) => ({ ...PUBLIC, [name]: undefined })
  for (const [settings, message] of [
    [{ ...LOCAL, PORT: -1 }, /PORT must be >= 0/],
    [{ ...PUBLIC, JWT_SECRET: 'short' }, /JWT_SECRET must NOT have fewer than 32 characters/],
    [{ ...PUBLIC, JWT_SECRET: SECRET }, /JWT_SECRET must NOT be valid/],
    [{ ...LOCAL, JWT_SECRET: SECRET, DATABASE_URL: 'postgres://127.0.0.1/orders' }, /JWT_SECRET must NOT be valid/],
    [without('DATABASE_URL'), /required property 'DATABASE_URL'/],
    [without('JWT_SECRET'), /required property 'JWT_SECRET'.* Only a local API has defaults, and HOST is 0\.0\.0\.0/]
  ] as const) await assert.rejects(async () => buildApp({ settings }), message)
})
