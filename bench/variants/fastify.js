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
 *   listSchema?: object,
 *   options?: (name: string) => object
 * }} routes `schema` writes one order, and `listSchema` what `list` gives where it is no array of them; `options` has
 * more options of each route
 */
export function addRoutes (app, { list, one, schema, listSchema, options = () => ({}) }) {
  if (schema !== undefined) app.addSchema(schema)
  const responses = response => schema === undefined ? {} : { schema: { response: { 200: response } } }
  const item = itemOf(schema)
  app.get('/orders', { ...responses(listSchema ?? { type: 'array', items: item }), ...options('ListOrders') }, list)
  app.get('/orders/:id', { ...responses(item), ...options('GetOrder') }, one)
  app.post('/orders/:id/cancel', options('CancelOrder'), (_request, reply) => reply.code(204).send())
}

/** A reference to the schema of an order. */
export function itemOf (schema) {
  return { $ref: `${schema?.$id}#` }
}

/**
 * The server of an app, ready to listen.
 * @param {import('fastify').FastifyInstance} app
 */
export async function serverOf (app) {
  await app.ready()
  return app.server
}
