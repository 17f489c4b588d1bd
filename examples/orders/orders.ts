import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { offsetPage, resourceOf } from 'fastify-hyper'
import type { Order } from './database.ts'
import { OrderInputSchema, OrderPageSchema, OrderQuerySchema, OrderSchema } from './order.ts'
import { Routes } from './routes.ts'

type OrderRequest = FastifyRequest<{ Params: { id: string } }>

/** The routes of orders. Without a token, everybody reads and cancels what nobody owns. */
export const orders: FastifyPluginAsyncTypebox = async app => {
  const { database } = app
  const resource = ({ params: { id } }: OrderRequest) => /^\d+$/.test(id) ? database.find(Number(id)) : undefined
  // What is another customer's is a 404.
  const owned = { policy: 'owner', resource, conceal: true } as const

  app.get(Routes.ListOrders.url, {
    schema: { summary: 'List the orders', response: { 200: { type: 'array', items: OrderSchema } } },
    config: { hyper: { links: true } }
  }, ({ caller }) => database.all(caller))

  app.get(Routes.SearchOrders.url, {
    schema: { summary: 'Search orders', querystring: OrderQuerySchema, response: { 200: OrderPageSchema } },
    config: { hyper: { links: true, policy: 'user' } }
  }, async ({ query, caller }) => {
    const [items, totalCount] = await database.search(query, caller!)
    return offsetPage(items, { ...query, totalCount })
  })

  app.get(Routes.GetOrderById.url, {
    schema: { summary: 'Read an order', response: { 200: OrderSchema } },
    config: { hyper: { links: true, ...owned } }
  }, request => resourceOf<Order>(request))

  app.post(Routes.CreateOrder.url, {
    schema: { summary: 'Place an order', body: OrderInputSchema, response: { 201: OrderSchema } },
    config: { hyper: { links: true } }
  }, async ({ body, caller }, reply) => reply.code(201).send(await database.create(body, caller)))

  app.post(Routes.CancelOrder.url, { config: { hyper: owned } }, async (request, reply) => {
    await database.setStatus(resourceOf<Order>(request), 'Cancelled')
    return reply.code(204).send()
  })

  app.post(Routes.ShipOrder.url, { config: { hyper: { policy: 'staff', resource } } }, async (request, reply) => {
    await database.setStatus(resourceOf<Order>(request), 'Shipped')
    return reply.code(204).send()
  })
}
