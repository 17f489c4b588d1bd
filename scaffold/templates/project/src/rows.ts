import { Type } from '@fastify/type-provider-typebox'
import { type OffsetPage, offsetPage, problem } from 'fastify-hyper'
import {
  type Expression, type Kysely, type Selectable, type SelectQueryBuilder, sql, type SqlBool, type Updateable
} from 'kysely'
import type { Database, Table } from './plugins/database.ts'

// What the routes of all resources have in common.

/** The identifier of a resource in a path, up to the largest integer of PostgreSQL. */
export const IdSchema = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: 'Number' }) })

/** Whether a column contains a text, in any case. No character has a meaning of its own. */
export function contains (column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`
}

/** One page of the rows that a query finds, by number. */
export async function pageOf<T extends keyof Database, Item> (
  found: SelectQueryBuilder<Database, T, Item>, { page, pageSize }: { page: number, pageSize: number }
): Promise<OffsetPage<Item>> {
  const [items, [count]] = await Promise.all([
    found.orderBy(sql`id`).limit(pageSize).offset((page - 1) * pageSize).execute(),
    found.clearSelect().select(sql<number>`count(*)::integer`.as('total')).execute()
  ])
  return offsetPage(items, { page, pageSize, totalCount: count!.total })
}

/** Changes a row, unless another request has changed it since it was read. @throws a problem: 409 */
export async function change<T extends keyof Database> (
  db: Kysely<Database>, table: T, { id, version }: Row, changes: Updateable<Database[T]>
): Promise<Selectable<Database[T]>> {
  const [changed] = await anyTable(db).updateTable(table as 'any').set({ ...changes, version: version + 1 })
    .where('id', '=', id).where('version', '=', version).returningAll().execute()
  if (changed === undefined) throw conflict()
  return changed as Selectable<Database[T]>
}

/** Deletes a row, unless another request has changed it since it was read. @throws a problem: 409 */
export async function remove (db: Kysely<Database>, table: keyof Database, { id, version }: Row): Promise<void> {
  const [removed] = await anyTable(db).deleteFrom(table as 'any')
    .where('id', '=', id).where('version', '=', version).returning('id').execute()
  if (removed === undefined) throw conflict()
}

// TypeScript does not know that all tables have these columns.
type Row = Readonly<Record<'id' | 'version', number>>
const anyTable = (db: Kysely<Database>) => db as unknown as Kysely<{ any: Table<object> }>
const conflict = () => problem({ status: 409, detail: 'Another request has changed it. Read it again.' })
