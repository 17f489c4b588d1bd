import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import hyper, { type HyperOptions } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer' // --explorer
import { html } from 'fastify-hyper/html' // --html
import { mcp } from 'fastify-hyper/mcp' // --mcp
// import { documentRoutes } from './documentation.ts' // --openapi
import { orderLinks, orders, orderSchema } from './orders.ts'
import { root, rootLinks, rootSchema } from './root.ts'
import { createStore, type Store } from './store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
  }
}

export interface AppOptions extends FastifyServerOptions {
  hyper?: HyperOptions
  store?: Store
}

/** Returns the orders API, which does not listen yet. */
export async function buildApp (
  { hyper: options = {}, store = createStore(), ...server }: AppOptions = {}
): Promise<FastifyInstance> {
  const app = Fastify(server)
  app.decorate('store', store)
  app.addSchema(orderSchema)
  app.addSchema(rootSchema)
  // await documentRoutes(app) // --openapi
  await app.register(hyper, { links: [rootLinks, orderLinks], ...options })
  await app.register(root)
  await app.register(orders)
  await app.register(html, { title: 'Orders API' }) // --html
  await app.register(mcp, { prefix: '/mcp', name: 'orders' }) // --mcp
  await app.register(hyperExplorer, { prefix: '/explorer' }) // --explorer
  return app
}

// `hyper-api routes` and `hyper-api check` use the default export.
export default buildApp
