import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { SessionStore } from '@fastify/session'
import { crawl } from 'fastify-hyper/testing'
import { buildApp } from './app.ts'
import { startMariaDb } from './database/mariadb.ts'
import { writeSamples } from './database/tables.ts'

const folder = await mkdtemp(join(tmpdir(), 'tasks-'))
const { url, stop } =
  process.env['DATABASE_URL'] ? { url: process.env['DATABASE_URL'], stop: () => {} } : await startMariaDb(folder)
after(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

// Sessions outlive the apps of a crawl.
const sessions = new Map<string, Parameters<SessionStore['set']>[1]>()
const store: SessionStore = {
  get: (id, done) => { done(null, sessions.get(id) ?? null) },
  set: (id, session, done) => { done(sessions.set(id, session) && undefined) },
  destroy: (id, done) => { done(sessions.delete(id) && undefined) }
}

/** A new app. The database has two tasks then, one of them completed. */
async function newApp () {
  const app = await buildApp({
    databaseUrl: url, session: { secret: 's'.repeat(32), store }, logger: { level: 'error' }
  })
  await app.ready()
  await writeSamples(app.knex, 2)
  return app
}

async function logIn (name: string) {
  const app = await newApp()
  const { headers } = await app.inject({
    method: 'POST', url: '/api/auth/login', body: { username: name, password: name }
  })
  await app.close()
  return { name, headers: { cookie: String(headers['set-cookie']).split(';')[0]! } }
}

test('every link and action works, for each role in every format', async () => {
  const as = [await logIn('basic'), await logIn('moderator'), await logIn('admin')]
  const formats = ['none', 'default', 'hal', 'hal-forms']
  const { findings, complete, untried } = await crawl(newApp, {
    start: '/api/tasks?limit=1', as, formats, actions: 'each'
  })
  assert.deepEqual({ findings, complete, untried }, { findings: [], complete: true, untried: [] })
})
