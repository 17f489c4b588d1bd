import type { FastifyInstance } from 'fastify'
import sqlite, { type Database } from 'node-sqlite3-wasm'
import type { Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { authenticate } from './jwt.ts'

export const SECRET = 'a secret of at least 32 characters'

/** An app that is closed when the test ends. */
export async function appOf (t: Test, declare: (app: FastifyInstance) => Promise<void>): Promise<FastifyInstance> {
  const app = newApp(t)
  await declare(app)
  await app.ready()
  return app
}

/** A SQLite database in a file, or in memory. */
export function databaseOf (t: Test, sql: string, file?: string): Database {
  const db = new sqlite.Database(file)
  t.teardown(() => { db.close() })
  db.exec(sql)
  return db
}

/** An app with the recipe for tokens, and the headers of its users. */
export async function authenticated (t: Test, declare: (app: FastifyInstance) => Promise<void>) {
  const app = await appOf(t, async app => {
    await authenticate(app, SECRET)
    await declare(app)
  })
  return { app, as: (sub: string, ...roles: string[]) => ({ authorization: `Bearer ${app.jwt.sign({ sub, roles })}` }) }
}
