import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl } from 'fastify-hyper/testing'
import { createApp } from './app.js'

async function buildApp () {
  const app = await createApp()
  await app.init()
  return app.getHttpAdapter().getInstance()
}

test('every link and action leads where it says, for each user in every format', async () => {
  const users = ['ada', 'bob', 'staff'].map(name => ({ name, headers: { authorization: `Bearer ${name}-token` } }))
  const as = [{ name: 'anonymous' }, ...users]
  const formats = ['none', 'default', 'hal', 'hal-forms']
  const { findings, complete, untried } = await crawl(buildApp, { as, formats, actions: 'each' })
  assert.deepEqual({ findings, complete, untried }, { findings: [], complete: true, untried: [] })
})
