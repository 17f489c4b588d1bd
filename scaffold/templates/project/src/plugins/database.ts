import { readdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import fp from 'fastify-plugin'
import {
  type ColumnType, type Generated, type Insertable, Kysely, type KyselyPlugin, type Migration, Migrator,
  PostgresDialect, type PostgresPool
} from 'kysely'
import pg from 'pg'

/** The tables. Each resource adds its own. */
export interface Database {}

/** A table of resources: numbered, with a version that counts the changes. Rows do not have columns that are NULL. */
export type Table<Columns> = { id: Generated<number>, version: Generated<number> } & {
  [C in keyof Columns]-?: undefined extends Columns[C]
    ? ColumnType<Columns[C], Columns[C] | null, Columns[C] | null>
    : Columns[C]
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Kysely<Database>
    /** Adds the examples that a table of a local API begins with, after the examples that they refer to. */
    addExamples: <T extends keyof Database>(
      table: T, rows: readonly Insertable<Database[T]>[], referred?: readonly (keyof Database)[]
    ) => void
  }
}

/** The database, brought up to date: a PostgreSQL server, or with `memory:` PGlite in this process. */
export default fp(async app => {
  const { DATABASE_URL: url, isLocal } = app.config
  const isMemory = url === 'memory:'
  const pool = isMemory ? await memoryPool() : new pg.Pool({ connectionString: url, types: { getTypeParser } })
  const schema = isMemory ? `app_${++schemas}` : 'public'
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [omitNulls] }).withSchema(schema)
  app.addHook('onClose', async () => {
    if (isMemory) await db.schema.dropSchema(schema).cascade().execute()
    await db.destroy()
  })
  const migrator = new Migrator({ db, provider: { getMigrations }, migrationTableSchema: schema })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  app.decorate('db', db)

  type Examples = Parameters<typeof app.addExamples>
  const examples = new Map<string, Examples>()
  app.decorate('addExamples', (...added: Examples) => { if (isLocal) examples.set(added[0], added) })
  const insert = async ([table, rows, referred = []]: Examples) => {
    examples.delete(table)
    for (const other of referred) if (examples.has(other)) await insert(examples.get(other)!)
    await db.insertInto(table).values(rows).execute()
  }
  app.addHook('onReady', async () => { for (const added of examples.values()) await insert(added) })
}, { name: 'database' })

async function getMigrations (): Promise<Record<string, Migration>> {
  const folder = new URL('../migrations/', import.meta.url)
  const files = (await readdir(folder)).filter(file => /\.[jt]s$/.test(file))
  return Object.fromEntries(await Promise.all(files.map(async file =>
    [file.slice(0, -3), await import(new URL(file, folder).href) as Migration])))
}

// The types `date` and `timestamptz`, as JSON has them.
const PARSERS: Record<number, (value: string) => string> = {
  1082: date => date, 1184: time => new Date(time).toISOString()
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type, format) =>
  PARSERS[type] ?? pg.types.getTypeParser(type, format)

const omitNulls: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(omitNull) })
}

const omitNull = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

// It takes seconds to start, so the apps of a process, such as its tests, share it. Each has a schema of its own.
let memory: Promise<PGlite> | null = null
let schemas = 0
let released = Promise.resolve()

async function memoryPool (): Promise<PostgresPool> {
  const database = await (memory ??= PGlite.create({ parsers: PARSERS }))
  const query = async (text: string, values: readonly unknown[]) => {
    const { rows, affectedRows = 0 } = await database.query(text, [...values])
    return { command: 'SELECT', rowCount: affectedRows, rows }
  }
  // One connection, which one user has at a time.
  const connect = async () => {
    const before = released
    let release = () => {}
    released = new Promise(resolve => { release = resolve })
    await before
    return { query: query as never, release }
  }
  return { connect, end: async () => {} }
}
