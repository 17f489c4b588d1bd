// What all variants on Fastify share, so that they differ in nothing but their links.
import Fastify from 'fastify'

/**
 * An app with one route that has nothing to do with orders.
 * @returns {import('fastify').FastifyInstance}
 */
export function createApp () {
  const app = Fastify()
  app.get('/ping', () => ({ pong: true }))
  return app
}

/**
 * The routes of the orders, without any links.
 * @param {import('fastify').FastifyInstance} app
 * @param {{
 *   list: import('fastify').RouteHandlerMethod,
 *   one: import('fastify').RouteHandlerMethod,
 *   schema?: object,
 *   config?: (name: string) => object,
 *   cancel?: object
 * }} routes `schema` writes one order; `cancel` has more options of the route that cancels one
 */
export function addRoutes (app, { list, one, schema, config = () => ({}), cancel = {} }) {
  if (schema !== undefined) app.addSchema(schema)
  const answers = response => schema === undefined ? {} : { schema: { response: { 200: response } } }
  const item = { $ref: `${schema?.$id}#` }
  app.get('/orders', { ...answers({ type: 'array', items: item }), config: config('ListOrders') }, list)
  app.get('/orders/:id', { ...answers(item), config: config('GetOrder') }, one)
  app.post('/orders/:id/cancel', { ...cancel, config: config('CancelOrder') }, (_request, reply) => reply.code(204).send())
}

/**
 * The server of an app, ready to listen.
 * @param {import('fastify').FastifyInstance} app
 */
export async function serverOf (app) {
  await app.ready()
  return app.server
}
