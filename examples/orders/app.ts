import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import { Orders } from './database.ts'
import { login, policies } from './login.ts'
import { orderLinks, orderPageLinks } from './order.ts'
import { orders } from './orders.ts'
import { Routes } from './routes.ts'

declare module 'fastify' {
  interface FastifyInstance { database: Orders }
}

const RootSchema = Type.Object({ name: Type.String(), version: Type.String() }, { $id: 'Root' })

/** The entry point: clients start here and follow links to all other resources. */
const rootLinks = defineLinks(RootSchema, links => {
  links.self(Routes.GetRoot())
  links.link('orders', Routes.ListOrders())
  // Its route is for users who have signed in.
  links.link('search', LinkTarget.routeTemplate('SearchOrders'))
  links.embedMany('orders', (_root, { request, server }) => server.database.newest(5, request.caller), orderLinks)
  links.affordance('create', Routes.CreateOrder())
})

const root: FastifyPluginAsyncTypebox = async app => {
  app.get(Routes.GetRoot.url, {
    schema: { summary: 'Start here', response: { 200: RootSchema } },
    config: { hyper: { links: true } }
  }, () => ({ name: 'Orders API', version: '1.0.0' }))
}

/** Returns the orders API, which does not listen yet. */
export async function buildApp (options: FastifyServerOptions = {}): Promise<FastifyInstance> {
  const app = Fastify(options)
  const database = await Orders.open()
  app.decorate('database', database).addHook('onClose', () => database.close())
  await app.register(hyper, { links: [rootLinks, orderLinks, orderPageLinks], routes: Routes, policies })
  const secret = crypto.randomUUID()
  await app.register(html, { title: 'Orders API', login: { route: 'Login', token: 'token', secret } })
  await app.register(mcp, { prefix: '/mcp', name: 'orders' })
  await app.register(hyperExplorer, { prefix: '/explorer' })
  await app.register(login)
  await app.register(root)
  await app.register(orders)
  return app
}

// `hyper-api check`, `map` and the others inspect it.
export default buildApp
