import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl } from 'fastify-hyper/testing'
import { bearer, build } from './start.ts'

test('every link and action works, for every caller in every format', async () => {
  const report = await crawl(build, {
    as: [{ name: 'anonymous' }, { name: 'clerk', headers: await bearer('clerk') }],
    actions: 'each'
  })
  assert.deepEqual(report.findings, [])
  assert.deepEqual(report.untried, [])
  assert.ok(report.complete)
})
