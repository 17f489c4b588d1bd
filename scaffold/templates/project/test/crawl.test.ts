import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl } from 'fastify-hyper/testing'
import { buildApp } from '../src/app.ts'
import { signIn } from './start.ts'

test('every link and action works, for every caller in every format', async () => {
  const report = await crawl(() => buildApp({ settings: { DATABASE_URL: 'memory:' } }), {
    as: [{ name: 'anonymous' }, { name: 'clerk', headers: app => signIn(app) }],
    actions: 'each',
    // Each kind of state is acted on once: enough for a test that runs often.
    sample: 1
  })
  assert.deepEqual(report.findings, [])
  assert.deepEqual(report.untried, [])
  assert.ok(report.complete)
})
