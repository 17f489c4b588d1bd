import type { Kysely } from 'kysely'

export async function up (db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('users')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('password', 'text', column => column.notNull())
    .execute()
}
