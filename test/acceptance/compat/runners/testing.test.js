// Runs in vitest (globals: true) and in jest: `fastify-hyper/testing` and the client,
// as users of these runners write it.
/* global afterEach, beforeEach, expect, test */
import { createClient, NotOffered } from 'fastify-hyper/client'
import { crawl, fetchOf, hypermedia } from 'fastify-hyper/testing'
import { buildApp } from './app.js'

let app

beforeEach(async () => { app = await buildApp() })
afterEach(() => app.close())

test('hypermedia reads a representation', async () => {
  const order = hypermedia(await app.inject('/'))
  expect(order.can('cancel')).toBe(true)
  expect(order.snapshot()).toEqual({ links: { self: '/' }, actions: { cancel: 'POST /cancel' } })
})

test('hypermedia reads a body of fetch, and says so if it is a Response', async () => {
  const response = await fetchOf(app)('/')
  expect(() => hypermedia(response)).toThrow(/Await it: await response\.json\(\)/)
  expect(hypermedia(await response.json()).has('self')).toBe(true)
})

test('what is missing is an AssertionError', async () => {
  const order = hypermedia(await app.inject('/'))
  expect(() => order.action('cancle')).toThrow("There is no action 'cancle'. The actions are 'cancel'.")
  expect(() => order.action('cancle'))
    .toThrow(expect.objectContaining({ name: 'AssertionError', code: 'ERR_ASSERTION' }))
})

test('crawl finds nothing, and finds a fault', async () => {
  const report = await crawl(buildApp, { actions: 'each' })
  expect(report).toMatchObject({ findings: [], untried: [], complete: true })
  const broken = await crawl(async () => {
    const app = await buildApp()
    app.addHook('onRequest', async (request, reply) => request.method === 'POST' ? reply.code(404).send() : undefined)
    return app
  }, { actions: 'each' })
  expect(broken.findings.map(({ code }) => code)).toEqual(['CRAWL002'])
})

test('the client runs on the app', async () => {
  const root = await createClient('http://localhost/', { fetch: fetchOf(app) }).start()
  const cancelled = await root.act('cancel')
  expect(cancelled.data).toEqual({ id: 42, status: 'cancelled' })
  await expect(cancelled.act('cancel')).rejects.toBeInstanceOf(NotOffered)
})
