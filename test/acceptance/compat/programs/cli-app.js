// What `fastify start` loads: a plugin, and the options of its server.
import { defineLinks, hyperPlugin, LinkTarget } from 'fastify-hyper'

class Order { id = 7 }

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder'))
  links.link('collection', LinkTarget.route('ListOrders'))
})

export const options = { routerOptions: { ignoreTrailingSlash: true } }

export default async function app (fastify, { prefix = '' }) {
  await fastify.register(hyperPlugin, { links: [orderLinks] })
  fastify.get('/orders/7', { config: { hyper: { name: 'GetOrder', links: true } } }, async () => new Order())
  fastify.get('/orders', { config: { hyper: { name: 'ListOrders', links: true } } }, async () => [new Order()])
}
