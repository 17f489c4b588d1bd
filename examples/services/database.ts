import { PGlite } from '@electric-sql/pglite'
import type { Name } from './catalogs.ts'

/** What a service uses of PostgreSQL. */
export interface Database {
  query<Row> (sql: string, values?: unknown[]): Promise<Row[]>
}

const TABLES: Readonly<Record<Name, string>> = {
  orders: `
    create table if not exists orders (
      id integer generated always as identity primary key,
      item text not null,
      total integer not null,
      status text not null default 'placed'
    );
    truncate orders restart identity;
    insert into orders (item, total) values ('Tea', 12), ('Cups', 40), ('Pot', 65);`,
  billing: `
    create table if not exists invoices (
      id integer primary key, amount integer not null, status text not null default 'unpaid'
    );
    truncate invoices;
    insert into invoices (id, amount, status) values (2, 40, 'unpaid'), (3, 65, 'paid');`,
  shipping: `
    create table if not exists shipments (
      id integer primary key, address text not null, status text not null default 'packed'
    );
    truncate shipments;
    insert into shipments (id, address) values (3, '3 Main Street');`
}

/** The database of a service, in this process. `reset` has it begin again, with three orders. */
export async function openDatabase (name: Name): Promise<Database & { reset (): Promise<unknown> }> {
  const db = await PGlite.create('memory://')
  await db.exec(TABLES[name])
  return {
    reset: () => db.exec(TABLES[name]),
    query: async <Row>(sql: string, values?: unknown[]) => (await db.query<Row>(sql, values)).rows
  }
}

/** One query of an instance, and its result. */
export interface Query { readonly id: number, readonly sql: string, readonly values: unknown[] }
export interface QueryResult { readonly id: number, readonly rows?: unknown[], readonly error?: string }

/** The database of the process that started this one: both instances of a service share it. */
export function sharedDatabase (): Database {
  const waiting = new Map<number, (result: QueryResult) => void>()
  process.on('message', (result: QueryResult) => waiting.get(result.id)?.(result))
  let last = 0
  return {
    query: <Row>(sql: string, values: unknown[] = []) => new Promise<Row[]>((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ rows, error }) => {
        waiting.delete(id)
        if (rows === undefined) reject(new Error(error))
        else resolve(rows as Row[])
      })
      process.send!({ id, sql, values } satisfies Query)
    })
  }
}

/** For `hyper-api`, which reads the routes of a service and sends no request. */
export const NO_DATABASE: Database = { query: async () => { throw new Error('There is no database.') } }
