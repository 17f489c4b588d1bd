import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl } from 'fastify-hyper/testing'
import { buildApp } from '../src/app.ts'
import { LOCAL, signIn, start } from './start.ts'

test('every link and action works, for every caller in every format', async t => {
  // Each kind of state is acted on once: enough for a test that runs often.
  const report = await crawl(() => buildApp({ settings: LOCAL }), {
    as: [{ name: 'anonymous' }, { name: 'clerk', headers: await signIn(await start(t)) }],
    actions: 'each',
    sample: 1
  })
  assert.deepEqual([report.findings, report.untried, report.complete], [[], [], true])
})
