import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { evaluatePreconditions, offsetPage, resourceOf } from 'fastify-hyper'
import { Routes } from '../routes.ts'
import { conflict, created, IdSchema } from '../shared.ts'
import { OrderInputSchema, OrderPageSchema, OrderQuerySchema, OrderSchema } from './schema.ts'
import type { OrderStore, StoredOrder } from './store.ts'

/** The routes of orders: everyone reads, clerks write. */
export const orderRoutes: FastifyPluginAsyncTypebox<{ store: OrderStore }> = async (app, { store }) => {
  // Loads the order of a request: 404 if there is none.
  const resource = ({ params }: FastifyRequest<{ Params: { id: number } }>) => store.find(params.id)
  const tag = ({ version }: StoredOrder) => version

  app.get('/orders', {
    schema: { summary: 'List and search orders', querystring: OrderQuerySchema, response: { 200: OrderPageSchema } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, async ({ query }) => {
    const { items, totalCount } = await store.search(query)
    return offsetPage(items, { ...query, totalCount })
  })

  app.post('/orders', {
    schema: { summary: 'Place an order', body: OrderInputSchema, response: { 201: created(OrderSchema) } },
    config: { hyper: { name: 'CreateOrder', links: true, policy: 'clerk' } }
  }, async (request, reply) => {
    const order = await store.create(request.body)
    return reply.code(201).header('location', app.hyper.href(Routes.GetOrder({ id: order.id }), request)).send(order)
  })

  app.get('/orders/:id', {
    schema: { summary: 'Read an order', params: IdSchema, response: { 200: OrderSchema } },
    config: { hyper: { name: 'GetOrder', links: true, resource, etag: tag } }
  }, request => resourceOf<StoredOrder>(request))

  app.put('/orders/:id', {
    schema: { summary: 'Change an order', params: IdSchema, body: OrderInputSchema, response: { 200: OrderSchema } },
    config: {
      hyper: {
        name: 'UpdateOrder',
        links: true,
        policy: 'clerk',
        resource,
        etag: tag,
        preconditions: { requireIfMatch: true, tag }
      }
    }
  }, async request => {
    const changed = await store.change(resourceOf<StoredOrder>(request), request.body)
    if (changed === null) throw evaluatePreconditions(request, (await resource(request))?.version) ?? conflict('order')
    return changed
  })

  app.post('/orders/:id/cancel', {
    schema: { summary: 'Cancel an order', params: IdSchema, response: { 200: OrderSchema } },
    config: { hyper: { name: 'CancelOrder', links: true, policy: 'clerk', resource } }
  }, async request => {
    const cancelled = await store.change(resourceOf<StoredOrder>(request), { status: 'Cancelled' })
    if (cancelled === null) throw conflict('order')
    return cancelled
  })
}
