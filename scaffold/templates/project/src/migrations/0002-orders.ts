import type { Kysely } from 'kysely'

export async function up (db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('orders')
    .addColumn('id', 'integer', column => column.primaryKey().generatedByDefaultAsIdentity())
    .addColumn('version', 'integer', column => column.notNull().defaultTo(1))
    .addColumn('status', 'text', column => column.notNull().defaultTo('Pending'))
    .addColumn('item', 'text', column => column.notNull())
    .addColumn('quantity', 'integer', column => column.notNull())
    .addColumn('speed', 'text', column => column.notNull())
    .execute()
}
