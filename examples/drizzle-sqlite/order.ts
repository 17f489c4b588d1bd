import { Type } from '@sinclair/typebox'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createSelectSchema } from 'drizzle-typebox'

/** The table. The type of its rows and their response schema are derived from it. */
export const orders = sqliteTable('orders', {
  id: integer().primaryKey(),
  item: text().notNull(),
  quantity: integer().notNull(),
  address: text(),
  status: text({ enum: ['placed', 'paid', 'shipped', 'cancelled'] }).notNull().default('placed')
})

export type Order = typeof orders.$inferSelect

export const orderSchema = createSelectSchema(orders)

/** What clients send. The forms of the actions are derived from it. */
export const newOrder = Type.Object({
  item: Type.String({ minLength: 1, title: 'Item' }),
  quantity: Type.Integer({ minimum: 1, maximum: 100, default: 1, title: 'Quantity' })
})

export const newAddress = Type.Object({
  address: Type.String({ minLength: 5, title: 'Address' })
})
