'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { build } = require('fastify-cli/helper')
const { crawl } = require('fastify-hyper/testing')

const newApp = () => build(['--log-level', 'error', 'app.js'])

test('every link and action works, in every format', async () => {
  const { findings, complete, untried } = await crawl(newApp, { start: '/books', actions: 'each' })
  assert.deepEqual({ findings, complete, untried }, { findings: [], complete: true, untried: [] })
})
