import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { orders } from './order.ts'

export type Database = Awaited<ReturnType<typeof openDatabase>>

/** Opens a database, brings its tables up to date, and stores three orders in a new one. */
export async function openDatabase (url: string) {
  const client = createClient({ url })
  const db = drizzle(client, { schema: { orders } })
  await migrate(db, { migrationsFolder: `${import.meta.dirname}/migrations` })
  if (await db.$count(orders) === 0) {
    await db.insert(orders).values([
      { item: 'A lamp', quantity: 1 },
      { item: 'A chair', quantity: 4, status: 'paid' },
      { item: 'A desk', quantity: 1, address: '1 Main Street', status: 'shipped' }
    ])
  }
  return db
}
