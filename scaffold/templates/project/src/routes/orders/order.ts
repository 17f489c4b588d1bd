import { type Static, Type } from '@fastify/type-provider-typebox'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { pageQuery, pageSchema } from 'fastify-hyper/typebox'
import type { Generated } from 'kysely'
import type { Table } from '../../plugins/database.ts'
import { Routes } from '../../route-names.ts'
import { IdSchema } from '../../rows.ts'

const StatusSchema = Type.Enum(['Pending', 'Shipped', 'Cancelled'], { type: 'string', title: 'Status' })

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
export const OrderQuerySchema = pageQuery(Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, title: 'Item contains' })),
  status: Type.Optional(StatusSchema)
}))

type Order = Static<typeof OrderSchema>

declare module '../../plugins/database.ts' {
  interface Database {
    orders: Table<Static<typeof OrderInputSchema>> & { status: Generated<Order['status']> }
  }
}

export const EXAMPLES: readonly Omit<Order, 'id'>[] = [
  { status: 'Pending', item: 'Coffee', quantity: 1, speed: 'Express' },
  { status: 'Shipped', item: 'Green tea', quantity: 2, speed: 'Standard' },
  { status: 'Cancelled', item: 'Black tea', quantity: 12, speed: 'Standard' }
]

/** The links and actions of an order. A route whose action is not possible now sends 409. */
export const orderLinks = defineLinks(OrderSchema, links => {
  const isPending = ({ status }: Order) => status === 'Pending'
  links.self(Routes.GetOrder(({ id }) => ({ id })))
  links.link('collection', Routes.ListOrders())
  links.affordance('edit', Routes.UpdateOrder(({ id }) => ({ id }))).when(isPending)
    .prefill(({ item, quantity, speed }) => ({ item, quantity, speed }))
  links.affordance('cancel', Routes.CancelOrder(({ id }) => ({ id }))).when(isPending)
})

/** A page of orders has links to the other pages, too. */
export const orderPageLinks = defineLinks(OrderPageSchema, links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.affordance('create', Routes.CreateOrder())
})
