import { Type } from '@fastify/type-provider-typebox'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { pageQuery, pageSchema } from 'fastify-hyper/typebox'
import type { Order } from './database.ts'
import { Routes } from './routes.ts'

const StatusSchema = Type.Enum(['Pending', 'Shipped', 'Cancelled'], { type: 'string', title: 'Status' })
const SpeedSchema = Type.Enum(['Standard', 'Express', 'Overnight'], { type: 'string', title: 'Delivery' })

/** What a client writes. */
export const OrderInputSchema = Type.Object({
  quantity: Type.Integer({ minimum: 1, maximum: 100, default: 1, title: 'Quantity' }),
  speed: Type.Optional(SpeedSchema)
})

/** What a client reads. An order that was placed without signing in shows its status only. */
export const OrderSchema = Type.Object({
  id: Type.Integer(),
  status: StatusSchema,
  quantity: Type.Optional(Type.Integer({ title: 'Quantity' })),
  speed: Type.Optional(SpeedSchema),
  placed: Type.Optional(Type.String({ format: 'date', title: 'Placed' })),
  customer: Type.Optional(Type.String({ title: 'Customer' }))
}, { $id: 'Order' })

export const OrderPageSchema = pageSchema(OrderSchema)
export const OrderQuerySchema = pageQuery(Type.Object({
  status: Type.Optional(StatusSchema),
  speed: Type.Optional(SpeedSchema),
  since: Type.Optional(Type.String({ format: 'date', title: 'Placed since' }))
}))

/** The links and actions of an order. Their routes say who may follow them. */
export const orderLinks = defineLinks(OrderSchema, links => {
  const isPending = ({ status }: Order) => status === 'Pending'
  links.self(Routes.GetOrderById(({ id }) => ({ id })))
  links.link('collection', Routes.ListOrders())
  links.affordance('ship', Routes.ShipOrder(({ id }) => ({ id })))
    .when(isPending, 'Only a pending order can be shipped.')
  links.affordance('cancel', Routes.CancelOrder(({ id }) => ({ id }))).danger()
    .when(isPending, 'Only a pending order can be cancelled.')
})

/** A page of orders has links to the other pages, too. */
export const orderPageLinks = defineLinks(OrderPageSchema, links => {
  links.link('search', LinkTarget.routeTemplate('SearchOrders'))
  links.affordance('create', Routes.CreateOrder())
})
