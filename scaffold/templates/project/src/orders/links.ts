import { defineLinks, LinkTarget } from 'fastify-hyper'
import { Routes } from '../routes.ts'
import { type Order, OrderPageSchema, OrderSchema } from './schema.ts'

const isPending = ({ status }: Order): boolean => status === 'Pending'

/**
 * The links and actions of an order. Handlers return orders without them;
 * a route whose action is not possible now sends 409.
 */
export const orderLinks = defineLinks(OrderSchema, links => {
  links.self(Routes.GetOrder(({ id }) => ({ id })))
  links.link('collection', Routes.ListOrders())
  links.affordance('edit', Routes.UpdateOrder(({ id }) => ({ id })))
    .when(isPending)
    .prefill(({ item, quantity, speed }) => ({ item, quantity, speed }))
  links.affordance('cancel', Routes.CancelOrder(({ id }) => ({ id })))
    .when(isPending)
})

/** A page of orders has links to the other pages, too. */
export const orderPageLinks = defineLinks(OrderPageSchema, links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.affordance('create', Routes.CreateOrder())
})
