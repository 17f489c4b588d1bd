import { type Static, Type } from '@fastify/type-provider-typebox'
import { pageQuery, pageSchema } from 'fastify-hyper/typebox'
import { IdSchema } from '../shared.ts'

export const StatusSchema = Type.Enum(['Pending', 'Shipped', 'Cancelled'], { type: 'string', title: 'Status' })

/** What a client writes. */
export const OrderInputSchema = Type.Object({
  item: Type.String({ minLength: 1, maxLength: 100, title: 'Item' }),
  quantity: Type.Integer({ minimum: 1, maximum: 100, default: 1, title: 'Quantity' }),
  speed: Type.Enum(['Standard', 'Express', 'Overnight'], { type: 'string', default: 'Standard', title: 'Delivery' })
}, { $id: 'OrderInput', additionalProperties: false })

/** What a client reads. */
export const OrderSchema = Type.Object(
  { ...IdSchema.properties, status: StatusSchema, ...OrderInputSchema.properties }, { $id: 'Order' }
)

export const OrderPageSchema = pageSchema(OrderSchema)

/** The query of the list: its page, and what it searches. */
export const OrderQuerySchema = pageQuery(Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, title: 'Item contains' })),
  status: Type.Optional(StatusSchema)
}))

export type Order = Static<typeof OrderSchema>
export type OrderInput = Static<typeof OrderInputSchema>
export type OrderStatus = Static<typeof StatusSchema>
