import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawl, hypermedia } from 'fastify-hyper/testing'
import { buildApp } from './app.ts'
import { openDatabase, writeSamples } from './database.ts'

const db = await openDatabase('memory://')

/** A new app. The database has 3 articles then, as often as one is made. */
async function newApp () {
  await writeSamples(db, 3)
  return buildApp({ db, logger: { level: 'error' } })
}

test('every link and action works, in every format', async () => {
  const { findings, complete, untried } = await crawl(newApp, { start: '/articles?limit=2', actions: 'each' })
  assert.deepEqual({ findings, complete, untried }, { findings: [], complete: true, untried: [] })
})

test('a write requires the version that was read', async t => {
  const app = await newApp()
  t.after(() => app.close())
  const { headers } = await app.inject('/articles/1')
  const put = async (tag = {}) =>
    (await app.inject({ method: 'PUT', url: '/articles/1', headers: tag, body: { title: 'T', body: 'B' } })).statusCode
  assert.deepEqual(
    [await put(), await put({ 'if-match': headers.etag }), await put({ 'if-match': headers.etag })], [428, 200, 412]
  )
})

test('the pages have each article once, also if one is deleted between two requests', async t => {
  const app = await newApp()
  t.after(() => app.close())
  const first = hypermedia(await app.inject('/articles?limit=1'))
  await app.inject({ method: 'DELETE', url: first.items()[0]!.link('self').href, headers: { 'if-match': '*' } })
  const second = hypermedia(await app.inject(first.link('next').href))
  assert.deepEqual([...first.items(), ...second.items()].map(({ data }) => data['id']), [3, 2])
})
