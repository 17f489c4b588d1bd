import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { defineResource, resourceOf } from 'fastify-hyper'
import { change, contains, IdSchema, pageOf } from '../../rows.ts'
import {
  EXAMPLES, OrderInputSchema, orderLinks, orderPageLinks, OrderPageSchema, OrderQuerySchema, OrderSchema
} from './order.ts'

export const autoConfig = { hyper: { links: true } }

/** The routes of orders: everyone reads, clerks write. */
const orders: FastifyPluginAsyncTypebox = async app => {
  app.hyper.addLinks(orderLinks, orderPageLinks)
  app.addExamples('orders', EXAMPLES)

  // The order of a request: 404 if there is none.
  const order = defineResource(IdSchema, {
    load: ({ params: { id } }) => app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst(),
    tag: ({ version }) => version
  })
  const byClerk = { policy: 'clerk', resource: order } as const

  app.get('', {
    schema: { summary: 'List and search orders', querystring: OrderQuerySchema, response: { 200: OrderPageSchema } },
    config: { hyper: { name: 'ListOrders' } }
  }, ({ query: { q, status, ...page } }) => pageOf(app.db.selectFrom('orders').selectAll()
    .$if(q !== undefined, found => found.where(contains('item', q!)))
    .$if(status !== undefined, found => found.where('status', '=', status!)), page))

  app.post('', {
    schema: { summary: 'Place an order', body: OrderInputSchema, response: { 201: OrderSchema } },
    config: { hyper: { name: 'CreateOrder', policy: 'clerk' } }
  }, async ({ body }, reply) => reply.code(201)
    .send(await app.db.insertInto('orders').values(body).returningAll().executeTakeFirstOrThrow()))

  app.get('/:id', {
    schema: { summary: 'Read an order', params: IdSchema, response: { 200: OrderSchema } },
    config: { hyper: { name: 'GetOrder', resource: order, etag: true } }
  }, request => resourceOf<typeof order>(request))

  app.put('/:id', {
    schema: { summary: 'Change an order', params: IdSchema, body: OrderInputSchema, response: { 200: OrderSchema } },
    config: { hyper: { name: 'UpdateOrder', ...byClerk, etag: true, preconditions: { requireIfMatch: true } } }
  }, request => change(app.db, 'orders', resourceOf<typeof order>(request), request.body))

  app.post('/:id/cancel', {
    schema: { summary: 'Cancel an order', params: IdSchema, response: { 200: OrderSchema } },
    config: { hyper: { name: 'CancelOrder', ...byClerk } }
  }, request => change(app.db, 'orders', resourceOf<typeof order>(request), { status: 'Cancelled' }))
}

export default orders
