import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { and, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { problem, resourceOf } from 'fastify-hyper'
import { problemSchema } from 'fastify-hyper/typebox'
import type { Database } from './database.ts'
import { rootSchema, Routes } from './links.ts'
import { transitions } from './machine.ts'
import { newAddress, newOrder, type Order, orders, orderSchema } from './order.ts'

const params = Type.Object({ id: Type.Integer() })
const response = { 200: orderSchema, 409: problemSchema }

type OrderRequest = FastifyRequest<{ Params: { id: number } }>

export const routes: FastifyPluginAsyncTypebox<{ db: Database }> = async (app, { db }) => {
  // The guard of a route loads the order: 404 if there is none, 409 if its state does not allow the action.
  const resource = ({ params: { id } }: OrderRequest) => db.query.orders.findFirst({ where: eq(orders.id, id) })

  /** Changes the order if its status is still the one that the guard has seen. */
  async function update ({ id, status }: Order, changes: Partial<Order>) {
    const [order] = await db.update(orders).set(changes)
      .where(and(eq(orders.id, id), eq(orders.status, status))).returning()
    return order ?? problem({ status: 409, detail: 'Another request has changed the order.' })
  }

  app.get(Routes.GetRoot.url, { schema: { response: { 200: rootSchema } } }, () => ({ name: 'Orders' }))

  app.get(
    Routes.ListOrders.url, { schema: { response: { 200: Type.Array(orderSchema) } } }, () => db.select().from(orders)
  )

  app.post(Routes.PlaceOrder.url, {
    schema: { summary: 'Place an order', body: newOrder, response: { 201: orderSchema } },
    config: { hyper: { formInput: true } }
  }, async (request, reply) => {
    const [order] = await db.insert(orders).values(request.body).returning()
    return reply.code(201).header('location', app.hyper.href(Routes.GetOrder({ id: order!.id }), request)).send(order!)
  })

  app.get(Routes.GetOrder.url, {
    schema: { params, response },
    config: { hyper: { resource } }
  }, request => resourceOf<Order>(request))

  app.put(Routes.SetAddress.url, {
    schema: { summary: 'Set the address', params, body: newAddress, response },
    config: { hyper: { resource } }
  }, request => update(resourceOf<Order>(request), request.body))

  for (const { route, to } of transitions) {
    app.post(Routes[route].url, {
      schema: { params, response },
      config: { hyper: { resource } }
    }, request => update(resourceOf<Order>(request), { status: to }))
  }
}
