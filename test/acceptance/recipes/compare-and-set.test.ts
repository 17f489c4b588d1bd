import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from 'node-sqlite3-wasm'
import t, { type Test } from 'tap'
import { stocks } from './compare-and-set.ts'
import { appOf, databaseOf } from './setup.ts'

// Clients add 1 to a stock, each several times: two servers on one database file lose none of it.

const CLIENTS = 6
const ADDITIONS = 5

const TABLES = `
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS stocks (id INTEGER PRIMARY KEY, quantity INTEGER NOT NULL, version INTEGER NOT NULL);
  INSERT OR IGNORE INTO stocks VALUES (1, 0, 1);
`

interface Counts {
  /** Writes that changed no row: another request came between the guard and the handler. */
  late: number
  written: number
}

/** A database whose writes are counted. */
function counting (db: Database, counts: Counts, change: (sql: string) => string): Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name !== 'run') return (target[name as keyof Database] as () => unknown).bind(target)
      return (sql: string, values: never) => {
        const result = target.run(change(sql), values)
        counts[result.changes === 1 ? 'written' : 'late']++
        return result
      }
    }
  })
}

async function serve (t: Test, db: Database): Promise<string> {
  const app: FastifyInstance = await appOf(t, async app => {
    // Between the guard and the handler, the server does something else: so other requests write in between.
    app.addHook('onRoute', route => {
      const { handler } = route
      route.handler = async function (request, reply) {
        await wait(Math.random() * 5)
        return handler.call(this, request, reply)
      }
    })
    await stocks(app, db)
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** The statuses of the writes of a client until it has added `ADDITIONS`. */
async function add (origin: string): Promise<number[]> {
  const statuses: number[] = []
  for (let added = 0; added < ADDITIONS;) {
    const read = await fetch(`${origin}/stocks/1`)
    const { quantity } = await read.json() as { quantity: number }
    const headers = { 'content-type': 'application/json', 'if-match': read.headers.get('etag')! }
    const { status } = await fetch(`${origin}/stocks/1`, {
      method: 'PUT', headers, body: JSON.stringify({ quantity: quantity + 1 })
    })
    statuses.push(status)
    if (status === 204) added++
  }
  return statuses
}

async function race (t: Test, change: (sql: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'stocks-'))
  const counts: Counts = { late: 0, written: 0 }
  const file = join(folder, 'stocks.db')
  const databases = [databaseOf(t, TABLES, file), databaseOf(t, TABLES, file)]
  t.teardown(() => { rmSync(folder, { recursive: true }) })
  const origins = await Promise.all(databases.map(db => serve(t, counting(db, counts, change))))
  const clients = Array.from({ length: CLIENTS }, (_, index) => add(origins[index % origins.length]!))
  const statuses = (await Promise.all(clients)).flat()
  return { ...counts, statuses, stock: databases[0]!.get('SELECT * FROM stocks') }
}

t.test('with a write that compares the version, no update is lost', async t => {
  const { late, written, statuses, stock } = await race(t, sql => sql)
  t.same(stock, { id: 1, quantity: CLIENTS * ADDITIONS, version: 1 + CLIENTS * ADDITIONS })
  t.equal(written, CLIENTS * ADDITIONS)
  t.ok(late > 0, `the guard by itself would have let ${late} requests overwrite others`)
  t.same([...new Set(statuses)].sort(), [204, 412], 'whoever is late reads again')
})

t.test('without it, updates are lost: the guard and the handler are not one step', async t => {
  const { stock } = await race(t, sql => sql.replace(' AND version = ?', ' AND ? > 0'))
  t.ok((stock as { quantity: number }).quantity < CLIENTS * ADDITIONS)
})

/** Requests to one server, of which the second one writes while the first is in its handler. */
async function interleaved (
  t: Test, ifMatch: string, between: string
): Promise<{ status: number, etag: string | null }> {
  const db = databaseOf(t, TABLES)
  const app = await appOf(t, async app => {
    await stocks(app, new Proxy(db, {
      get: (target, name) => {
        if (name === 'run') db.exec(between)
        return (target[name as keyof Database] as () => unknown).bind(target)
      }
    }))
  })
  const response = await app.inject({
    method: 'PUT', url: '/stocks/1', headers: { 'if-match': ifMatch }, payload: { quantity: 5 }
  })
  return { status: response.statusCode, etag: response.headers.etag ?? null }
}

t.test('a request that comes too late', async t => {
  const changed = 'UPDATE stocks SET version = 2'
  t.same(await interleaved(t, '"1"', changed), { status: 412, etag: '"2"' }, 'gets the tag that won')
  t.same(await interleaved(t, '*', changed), { status: 409, etag: null }, 'with If-Match: *, a conflict')
  t.same(await interleaved(t, '"1"', 'DELETE FROM stocks'), { status: 412, etag: null }, 'of a resource that is gone')
})
