import { PGlite } from '@electric-sql/pglite'

export type Database = Pick<PGlite, 'query'>

/** Opens PostgreSQL in a folder, which is created with 30 articles, or in memory: `memory://`. */
export async function openDatabase (folder: string): Promise<PGlite> {
  const db = await PGlite.create(folder)
  await db.exec(`create table if not exists articles (
    id integer generated always as identity primary key,
    title text not null,
    body text not null,
    version integer not null default 1
  )`)
  const { rows } = await db.query('select from articles limit 1')
  if (rows.length === 0) await writeSamples(db, 30)
  return db
}

/** Replaces all articles. */
export async function writeSamples (db: PGlite, count: number): Promise<void> {
  await db.exec('truncate articles restart identity')
  await db.query(
    "insert into articles (title, body) select 'Article ' || n, 'Body ' || n || '.' from generate_series(1, $1::int) n",
    [count]
  )
}
