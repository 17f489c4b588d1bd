import { defineLinks, LinkTarget } from 'fastify-hyper'
import { Order } from './order.js'

const byId = (order: Order) => ({ id: order.id })

export const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('OrdersController.findOne', byId))
  links.link('collection', LinkTarget.route('OrdersController.findAll'))
  links.affordance('pay', LinkTarget.route('OrdersController.pay', byId)).when(order => order.can('pay'))
  links.affordance('ship', LinkTarget.route('OrdersController.ship', byId)).when(order => order.can('ship'))
  links.affordance('cancel', LinkTarget.route('OrdersController.cancel', byId)).when(order => order.can('cancel'))
})
